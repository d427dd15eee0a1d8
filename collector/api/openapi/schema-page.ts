import { COMPONENT, shown, type JsonSchema } from './components.ts';
import { html, type Html, type Shown } from './html.ts';

/** Text with `code` between backticks, a paragraph for each that an empty line parts. */
export function prose(text: string | undefined): Html[] {
  return (text ?? '')
    .split('\n\n')
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => html`<p>${inline(paragraph)}</p>`);
}

const inline = (text: string): Shown[] =>
  text.split('`').map((piece, i) => (i % 2 === 1 ? html`<code>${piece}</code>` : piece));

const LIMITS = {
  minimum: 'at least',
  exclusiveMinimum: 'more than',
  maximum: 'at most',
  minItems: 'items at least',
  maxItems: 'items at most',
  minLength: 'length at least',
} as const;

/** What a value may be, in a line: named schemas as links, limits and defaults behind. */
export function typeOf(schema: JsonSchema): Html {
  return html`${kindOf(schema)}${notesOf(schema).map((note) => html`, ${note}`)}`;
}

function kindOf(schema: JsonSchema): Html {
  const { $ref, anyOf, allOf, items, type, format, additionalProperties } = schema;
  if ($ref !== undefined) {
    const name = $ref.slice(COMPONENT.length);
    return html`<a href="#${name}">${name}</a>`;
  }
  if (schema.enum)
    return html`${joined(
      schema.enum.map((one) => html`<code>${shown(one)}</code>`),
      ' | ',
    )}`;
  if (schema.const !== undefined) return html`<code>${shown(schema.const)}</code>`;
  if (anyOf) return html`${joined(anyOf.map(kindOf), ' | ')}`;
  if (allOf)
    return html`${joined(allOf.filter(({ $ref: ref }) => ref !== undefined).map(kindOf), ' and ')} with more`;
  if (items) return html`list of ${kindOf(items)}`;
  if (typeof additionalProperties === 'object') return html`map of ${kindOf(additionalProperties)}`;
  return html`${type ?? 'any JSON'}${format === undefined ? '' : ` (${format})`}`;
}

function notesOf(schema: JsonSchema): Shown[] {
  const limits = Object.entries(LIMITS).flatMap(([name, words]) => {
    const limit = schema[name as keyof typeof LIMITS];
    return limit === undefined ? [] : [`${words} ${limit}`];
  });
  return schema.default === undefined
    ? limits
    : [...limits, html`default <code>${JSON.stringify(schema.default)}</code>`];
}

const joined = (list: readonly Shown[], between: string): Shown[] =>
  list.flatMap((one, i) => (i === 0 ? [one] : [between, one]));

/** The fields of an object, those of what it extends by a link; of anything else what it may be. */
export function schemaFields(schema: JsonSchema, of: string): Html {
  const { description, anyOf, allOf } = schema;
  const bases = (allOf ?? []).filter(({ $ref }) => $ref !== undefined);
  const own = [schema, ...(allOf ?? [])].flatMap((part) => fieldsOf(part));
  return html`${prose(description)}${
    bases.length > 0 && html`<p>All of ${joined(bases.map(kindOf), ', ')}, and:</p> `
  }${
    own.length === 0 ? isPlain(schema) && html`<p>${typeOf(schema)}</p> ` : fieldTable(own, of)
  }${anyOf?.filter(({ properties }) => properties).map((one) => schemaFields(one, of))}`;
}

const isPlain = ({ anyOf, items, enum: options, type }: JsonSchema): boolean =>
  (anyOf?.some(({ properties }) => !properties) ?? false) ||
  items !== undefined ||
  options !== undefined ||
  type !== 'object';

interface Field {
  /** From the schema on: `receivers.http`, `quantiles[].value`. */
  readonly name: string;
  readonly field: JsonSchema;
  readonly isOptional: boolean;
}

/** All fields, those of objects without a name of their own behind the field that holds them. */
function fieldsOf({ properties = {}, required = [] }: JsonSchema, before = ''): Field[] {
  return Object.entries(properties).flatMap(([own, field]) => {
    const name = before + own;
    const inner = field.items ? fieldsOf(field.items, `${name}[].`) : fieldsOf(field, `${name}.`);
    return [{ name, field, isOptional: !required.includes(own) }, ...inner];
  });
}

const fieldTable = (fields: readonly Field[], of: string): Html =>
  html`<table class="fields">
    <caption class="hidden">
      Fields of ${of}
    </caption>
    <thead>
      <tr>
        <th scope="col">Field</th>
        <th scope="col">Type</th>
        <th scope="col">Meaning</th>
      </tr>
    </thead>
    <tbody>
      ${fields.map(
        ({ name, field, isOptional }) =>
          html`<tr>
            <th scope="row"><code>${name}</code>${isOptional && ' (optional)'}</th>
            <td>${typeOf(field)}</td>
            <td>${prose(meaningOf(field))}</td>
          </tr> `,
      )}
    </tbody>
  </table> `;

/** Of a value that may be null: what it means when it is not. */
const meaningOf = ({ description, anyOf }: JsonSchema): string | undefined =>
  description ?? anyOf?.find((option) => option.description !== undefined)?.description;
