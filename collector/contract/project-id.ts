/** What the id of a project may be. */
export const PROJECT_ID_PATTERN = '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$';

/** The same for people. */
export const PROJECT_ID_RULE =
  'a project id has 1 to 64 letters, digits, dots, dashes or underscores and starts with a letter or digit';

const PROJECT_ID = new RegExp(PROJECT_ID_PATTERN);

export const isProjectId = (id: unknown): id is string => typeof id === 'string' && PROJECT_ID.test(id);
