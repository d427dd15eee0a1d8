import { COMPONENT, type JsonSchema, type ShownContent } from './components.ts';
import type { OpenApiDocument } from './document.ts';
import { exampleOf } from './example.ts';
import { html, type Html } from './html.ts';
import type { Operation, Parameter } from './operation.ts';
import { prose, schemaFields, typeOf } from './schema-page.ts';

interface Place {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** The document as one page to read, without a script. */
export function documentationPage(document: OpenApiDocument): string {
  const { info, tags, paths, components } = document;
  const places = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const sections = tags.map((tag) => ({
    ...tag,
    places: places.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>${info.title} ${info.version}: REST interface</title>
        <link rel="icon" href="/favicon.svg" />
        <link rel="stylesheet" href="/api/v1/docs.css" />
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <nav aria-label="Contents" tabindex="0">
          <p><code>${PROJECT.short}</code> is <code>${PROJECT.path}</code></p>
          ${sections.map(
            ({ name, places: listed }) =>
              html`<h2><a href="#${slug(name)}">${name}</a></h2>
                <ul>
                  ${listed.map(entry)}
                </ul> `,
          )}
          <h2><a href="#schemas">Schemas</a></h2>
          <ul>
            ${Object.keys(components.schemas).map((name) => html`<li><a href="#${name}">${name}</a></li>`)}
          </ul>
        </nav>
        <main id="content">
          <h1>${info.title} REST interface</h1>
          <p>Version ${info.version} · <a href="/api/v1/openapi.json">OpenAPI document</a></p>
          ${prose(info.description)}
          ${sections.map(
            ({ name, description, places: listed }) =>
              html`<section aria-labelledby="${slug(name)}">
                <h2 id="${slug(name)}">${name}</h2>
                ${prose(description)} ${listed.map(article)}
              </section> `,
          )}
          <section aria-labelledby="schemas">
            <h2 id="schemas">Schemas</h2>
            ${Object.entries(components.schemas).map(([name, schema]) => component(name, schema))}
          </section>
        </main>
      </body>
    </html> `;
  return String(page);
}

const slug = (name: string): string => `tag-${name.toLowerCase().replaceAll(/\W+/g, '-')}`;

/** What most paths begin with, as the list of contents writes it. */
const PROJECT = { path: '/api/v1/project/{project_id}/otel', short: '{P}' };

const entry = ({ method, path, operation }: Place): Html =>
  html`<li>
    <a href="#${operation.operationId}"
      ><span class="method">${method}</span> ${path.replace(PROJECT.path, PROJECT.short)}</a
    >
  </li>`;

const component = (name: string, schema: JsonSchema): Html =>
  html`<article aria-labelledby="${name}">
    <h3 id="${name}">${name}</h3>
    ${schemaFields(schema, name)}
  </article> `;

function article(place: Place): Html {
  const { method, path, operation } = place;
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  return html`<article aria-labelledby="${operationId}">
    <h3 id="${operationId}"><span class="method">${method}</span> <code>${path}</code></h3>
    ${prose(`${summary}.`)} ${prose(description)}
    ${parameters.length > 0 && parameterTable(parameters, operationId)}
    ${
      requestBody &&
      html`<h4>Body</h4>
        ${contentList(requestBody.content, `body of ${operationId}`)}`
    }
    <h4>Example</h4>
    <pre tabindex="0" aria-label="Example of ${operationId}"><code>${exampleOf(place)}</code></pre>
    <h4>Answers</h4>
    <dl class="answers">
      ${Object.entries(responses).map(
        ([status, { description: says, content }]) =>
          html`<dt>${status}</dt>
            <dd>
              ${prose(says)}${status.startsWith('2') && content && contentList(content, `answer of ${operationId}`)}
            </dd> `,
      )}
    </dl>
  </article> `;
}

const parameterTable = (parameters: readonly Parameter[], of: string): Html =>
  html`<table class="parameters">
    <caption>
      Parameters<span class="hidden"> of ${of}</span>
    </caption>
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">In</th>
        <th scope="col">Type</th>
        <th scope="col">Meaning</th>
      </tr>
    </thead>
    <tbody>
      ${parameters.map(
        ({ name, in: where, schema, required, description }) =>
          html`<tr>
            <th scope="row"><code>${name}</code>${required && where !== 'path' && ' (required)'}</th>
            <td>${where}</td>
            <td>${typeOf(schema)}</td>
            <td>${prose(description)}</td>
          </tr> `,
      )}
    </tbody>
  </table>`;

const contentList = (content: ShownContent, of: string): Html[] =>
  Object.entries(content).map(
    ([type, { schema }]) =>
      html`<p><code>${type}</code>: ${typeOf(schema)}</p>
        ${schema.$ref?.startsWith(COMPONENT) !== true && schemaFields(schema, of)}`,
  );
