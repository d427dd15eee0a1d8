import { Type, type Static, type TObject, type TProperties } from 'typebox';
import type { Reader } from '../../query/reader.ts';

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
  default: 'default',
  description: 'list_projects tells which there are',
});

/** What parameters of the REST interface are to an assistant, which reads all of their descriptions with each conversation. */
const SHORTER = {
  page: Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: 1 }),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'rows a page' }),
  from_timestamp: Type.Optional(Type.String({ description: 'ISO 8601, UTC: at or after it' })),
  to_timestamp: Type.Optional(Type.String({ description: 'ISO 8601, UTC: at or before it' })),
  environment: Type.Optional(Type.Array(Type.String(), { description: 'any of these' })),
  search: Type.Optional(
    Type.String({
      maxLength: 1000,
      description:
        'full text of messages, names and ids: words, "quoted phrases" and -excluded ones, all of which must hold',
    }),
  ),
  filters: Type.Optional(
    Type.String({
      description:
        'a JSON array of {key, op, value}, all of which must hold: key is a field of a row or a span, or an attribute; op is eq, ne, contains, starts_with, in, gt, lt, gte, lte, is_null or is_not_null. list_filter_values has keys and values',
      examples: ['[{"key":"gen_ai.request.model","op":"eq","value":"gpt-4o"}]'],
    }),
  ),
};

/** The parameters of a route as those of a tool. */
export const parametersOf = <T extends TProperties>(query: TObject<T>) =>
  Type.Object({
    project_id,
    ...query.properties,
    ...(Object.fromEntries(Object.entries(SHORTER).filter(([name]) => name in query.properties)) as Pick<
      typeof SHORTER,
      keyof typeof SHORTER & keyof T
    >),
  });

/** What to say of a list without a row. */
export const noneIn = (project: string, thing: string): string =>
  `No ${thing} of project ${project} is like that; list_projects tells of others.`;

/** What a list of rows leaves to guess. */
export const LEAVES_OUT = 'Of each row, what is null, empty, 0 or false is left out.';
