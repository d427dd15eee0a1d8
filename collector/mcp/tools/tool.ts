import { Type, type Static, type TObject, type TProperties } from 'typebox';
import { PROJECT_ID_PATTERN } from '../../contract/project-id.ts';
import type { Reader } from '../../query/reader.ts';
import { MAX_CHARACTERS } from '../text/bounds.ts';

/** What an assistant can call. `tell` throws an ApiError where there is nothing to tell, or a parameter can't be. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly parameters: TObject;
  readonly tell: (reader: Reader, given: unknown) => string;
}

interface Definition<Parameters extends TObject> extends Omit<Tool, 'parameters' | 'tell'> {
  readonly parameters: Parameters;
  readonly tell: (reader: Reader, given: Static<Parameters>) => string;
}

/** A tool whose `tell` is typed by its parameters: it is called with what they have let pass. */
export const tool = <Parameters extends TObject>({ tell, ...rest }: Definition<Parameters>): Tool => ({
  ...rest,
  tell: (reader, given) => tell(reader, given as Static<Parameters>),
});

export const project_id = Type.String({
  pattern: PROJECT_ID_PATTERN,
  default: 'default',
  description: 'list_projects tells which there are',
});

/** Of an answer whose values are cut unless more is asked for. */
export const maxValueCharacters = (otherwise: number) =>
  Type.Integer({
    minimum: 100,
    maximum: MAX_CHARACTERS,
    default: otherwise,
    description: 'of one value; longer ones are cut',
  });

const limit = Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'rows a page' });

/** The parameters of a route as those of a tool. */
export const parametersOf = <T extends TProperties>({ properties }: TObject<T>) =>
  Type.Object({ project_id, ...properties, ...('limit' in properties ? { limit } : {}) });

/** What a list without a row says. */
export const noneIn = (project: string, thing: string): string =>
  `No ${thing} of project ${project} is like that; list_projects tells of others.`;

/** For descriptions of tools that tell rows, as `rowText` makes them. */
export const LEAVES_OUT = 'Of each row, what is null, empty, 0 or false is left out.';

/** The tools read what is stored, also where no collector runs: only that knows what it refused. */
export const NOT_STORED =
  'GET /api/v1/ingest/requests of the running collector (http://127.0.0.1:5388 unless set otherwise) tells: the last export requests, and why one was refused';
