/** Where the paths of the API and their parameters can be read. */
export const DOCS = '/api/v1/docs';
