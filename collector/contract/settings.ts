import { Type, type Static, type TSchema } from 'typebox';
import { Nullable } from './common.ts';
import { Config } from './config.ts';

/** What `GET /api/v1/settings` answers, and `PATCH` once it has changed them. */
export const Settings = Type.Object({
  /** The effective settings. `otel.auth.required` is told as it counts, never null. */
  settings: Config,
  /** By dotted key, for every setting: `default`, a file, `environment variable …` or `command line`. */
  sources: Type.Record(Type.String(), Type.String()),
  /** The keys that may be changed while running; the others count from the next start. */
  changeable: Type.Array(Type.String()),
  /** Where changes are written; null where nothing is kept. */
  file: Nullable(Type.String()),
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
export const SettingsPatch = partial(Config);
