import { Settings, SettingsPatch } from '../../contract/settings.ts';
import { acceptOnlyJson } from '../bodies.ts';
import { validate } from '../schema-compilers.ts';
import type { Routes } from './typed-routes.ts';

/** Handed in: the API knows no files. */
export interface SettingsCommands {
  report(): Settings;
  /** Throws a VALIDATION_ERROR that names the setting, and changes nothing then. */
  change(patch: unknown): Settings;
}

/** The effective settings, and changes of those that may change while running. */
export function registerSettingsRoutes(app: Routes, settings: SettingsCommands): void {
  app.register(async (scope: Routes) => {
    acceptOnlyJson(scope);
    scope.get(
      '/api/v1/settings',
      {
        schema: {
          operationId: 'getSettings',
          tags: ['Collector'],
          summary: 'The effective settings and where each came from',
          response: { 200: Settings },
        },
      },
      () => settings.report(),
    );
    scope.patch(
      '/api/v1/settings',
      {
        schema: {
          operationId: 'changeSettings',
          tags: ['Collector'],
          summary: 'Changes settings that may change while running',
          description:
            'All that the body names, or nothing: first the configuration file, then what runs. Lists and maps are replaced, not mixed. What counts from the next start only, and what a variable or flag holds fast, is 400.',
          body: SettingsPatch,
          response: { 200: Settings },
        },
        // The body's schema is for those who read it: settings check themselves, coerce nothing and say better what is wrong.
        validatorCompiler: (part) =>
          part.httpPart === 'body' ? (value: unknown) => ({ value }) : validate(part),
      },
      ({ body }) => settings.change(body),
    );
  });
}
