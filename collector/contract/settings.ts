import { Type, type Static, type TSchema } from 'typebox';
import { Nullable, object } from './common.ts';
import { Config } from './config.ts';

/** What `GET /api/v1/settings` answers, and `PATCH` once it has changed them. */
export const Settings = object('Settings', 'The effective settings and where each came from.', {
  /** `otel.auth.required` is told as it counts, never null. */
  settings: Config,
  sources: Type.Record(Type.String(), Type.String(), {
    description: 'by dotted key: `default`, a file, `environment variable …` or `command line`',
  }),
  changeable: Type.Array(Type.String(), {
    description: 'the keys that may be changed while running; the others count from the next start',
  }),
  file: Nullable(Type.String({ description: 'where changes are written; null where nothing is kept' })),
  command_line: Type.Array(Type.String(), {
    description:
      "the words that start this Tracedeck's command line on its own machine, before those of a command; empty where they are not known",
  }),
});
export type Settings = Static<typeof Settings>;

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, TSchema>>;
}

/** The same with every field left to choice, at every depth. */
function partial(schema: TSchema): TSchema {
  const { properties } = schema as ObjectSchema;
  if (!properties) return schema;
  const fields = Object.entries(properties).map(([name, field]) => [name, Type.Optional(partial(field))]);
  return Type.Object(Object.fromEntries(fields) as Record<string, TSchema>, { additionalProperties: false });
}

/** What `PATCH /api/v1/settings` takes: the part of the settings that is to change, as in a settings file. */
export const SettingsPatch = Object.assign(partial(Config), { title: 'SettingsPatch' });
