import type { MessagePart } from '../../contract/messages.ts';
import type { AttributeValue, Attributes } from '../../decode/records.ts';
import type { ConversationSpan } from '../conversation-span.ts';
import { isObject } from '../json.ts';
import type { FoundDocument } from '../../contract/named-data.ts';
import { documentsPart, scoreOf, textOf } from '../named-parts.ts';
import { messageOf } from '../payloads/message.ts';
import type { ReadCache } from '../read-cache.ts';
import { type Reading, type SaidMessage, say } from '../reading.ts';
import type { Dialect } from './dialect.ts';
import { eventsOf } from './events.ts';
import { type Flattened, entriesOf, leaf, treeOf } from './flattened.ts';

const KEYS =
  /^(retrieval\.documents|reranker\.(input|output)_documents|embedding\.embeddings)\.|^reranker\.query$|^gen_ai\.(retrieval|memory)\.|^db\.vector\.query\.content$|^ai\.ranking$/;
/** What was looked for: OpenInference's key, the conventions', Spring AI's. */
const QUERIES = [
  'reranker.query',
  'gen_ai.retrieval.query.text',
  'gen_ai.memory.query.text',
  'db.vector.query.content',
];
/** One event a document, as OpenLLMetry's vector databases write it. */
const RESULT_EVENT = /^db\.(query|search)\.result$/;

/**
 * What searches, rerankers and embedding calls were given and found: OpenInference's flattened documents and texts
 * (https://arize-ai.github.io/openinference/spec/semantic_conventions.html), the conventions' `gen_ai.retrieval.*`, the
 * events of OpenLLMetry's vector databases, Spring AI's query of one, AI SDK's rankings, and what an agent remembers. Vectors
 * stay in the raw span: nobody reads them.
 */
export const lookups: Dialect = {
  name: 'lookups',
  speaks: ({ record }) => {
    for (const key of record.attributes.keys()) if (KEYS.test(key)) return true;
    return record.events.some(({ name }) => RESULT_EVENT.test(name));
  },
  read(span, cache): Partial<Reading> {
    const { attributes } = span.record;
    const query = QUERIES.map((key) => attributes.string(key)).find((text) => text !== undefined);
    return {
      input: [
        ...saidText(query),
        ...said('input', flatDocuments(attributes, 'reranker.input_documents.', cache)),
        ...said('input', attributes.has(RANKING) ? rankedDocuments(attributes, cache) : []),
        ...writtenMemories(span, cache),
        ...entriesOf(attributes, 'embedding.embeddings.').flatMap((entry) =>
          saidText(textOf(leaf(treeOf(entry, 'embedding.embeddings.'), 'embedding', 'text')) ?? undefined),
        ),
      ],
      output: said('output', foundDocuments(span, cache)),
    };
  },
};

const saidText = (text: string | undefined): SaidMessage[] =>
  text === undefined || text === ''
    ? []
    : say([messageOf('user', [{ type: 'text', content: text }])], { direction: 'input' });

function said(direction: 'input' | 'output', documents: readonly FoundDocument[]): SaidMessage[] {
  const parts: MessagePart[] = documents.length === 0 ? [] : [documentsPart(documents)];
  return say([messageOf(direction === 'input' ? 'user' : 'assistant', parts)], { direction });
}

function foundDocuments(span: ConversationSpan, cache: ReadCache): readonly FoundDocument[] {
  const { attributes } = span.record;
  for (const prefix of ['retrieval.documents.', 'reranker.output_documents.']) {
    const documents = flatDocuments(attributes, prefix, cache);
    if (documents.length > 0) return documents;
  }
  const listed = cache.structured(
    attributes.get('gen_ai.retrieval.documents') ?? (isRecall(span) ? attributes.get(MEMORIES) : undefined),
  );
  if (Array.isArray(listed)) return listed.filter(isObject).map(plainDocument);
  if (attributes.has(RANKING)) return ranking(attributes, cache);
  return eventsOf(span)
    .filter(({ name }) => RESULT_EVENT.test(name))
    .map(({ name, attributes: told }) => ({
      id: textOf(told.get(`${name}.id`)),
      content: textOf(told.get(`${name}.document`)),
      score: scoreOf(told.get(`${name}.score`)) ?? scoreOf(told.get(`${name}.distance`)),
      metadata: cache.structured(told.get(`${name}.metadata`)) ?? null,
    }));
}

const RANKING = 'ai.ranking';

/** What AI SDK had ranked, each as JSON. */
const rankedDocuments = (attributes: Attributes, cache: ReadCache): readonly FoundDocument[] =>
  (attributes.strings('ai.documents') ?? []).map((document) =>
    plainDocument({ content: cache.decoded(document) }),
  );

/**
 * How it was ranked: by the places in what was given, the best first. Each has one rank: a long document that came again with
 * every entry would make gigabytes of a small span.
 */
function ranking(attributes: Attributes, cache: ReadCache): readonly FoundDocument[] {
  const ranks = attributes.strings(RANKING) ?? [];
  const documents = ranks.length === 0 ? [] : rankedDocuments(attributes, cache);
  const ranked = new Set<unknown>();
  return ranks
    .map((rank) => cache.structured(rank))
    .filter(isObject)
    .flatMap(({ index, relevanceScore: score }) => {
      const document = typeof index === 'number' ? documents[index] : undefined;
      if (document !== undefined && ranked.has(index)) return [];
      ranked.add(index);
      return {
        ...(document ?? plainDocument({})),
        score: typeof score === 'number' ? score : null,
      };
    });
}

const MEMORIES = 'gen_ai.memory.records';

const isRecall = ({ record: { attributes } }: ConversationSpan): boolean =>
  attributes.string('gen_ai.operation.name') === 'search_memory';

/** What an agent is to remember: no part of the talk, as what a function takes. */
function writtenMemories(span: ConversationSpan, cache: ReadCache): SaidMessage[] {
  const records = isRecall(span) ? undefined : cache.structured(span.record.attributes.get(MEMORIES));
  const documents = Array.isArray(records) ? records.filter(isObject).map(plainDocument) : [];
  if (documents.length === 0) return [];
  return say([messageOf('user', [documentsPart(documents)])], { direction: 'input', isRaw: true });
}

const flatDocuments = (attributes: Attributes, prefix: string, cache: ReadCache): FoundDocument[] =>
  entriesOf(attributes, prefix).map((entry) => flatDocument(treeOf(entry, prefix), cache));

function flatDocument(tree: Flattened, cache: ReadCache): FoundDocument {
  const read = (key: string): AttributeValue | undefined => leaf(tree, 'document', key);
  return {
    id: textOf(read('id')),
    content: textOf(read('content')),
    score: scoreOf(read('score')),
    metadata: cache.structured(read('metadata')) ?? null,
  };
}

function plainDocument(document: Readonly<Record<string, unknown>>): FoundDocument {
  const { id, content, text, score, metadata, ...others } = document;
  // The conventions leave its title, its address and the like to who records it.
  const isPlain = Object.keys(others).length === 0;
  return {
    id: textOf(id),
    content: textOf(content) ?? textOf(text) ?? (isObject(content) ? JSON.stringify(content) : null),
    score: typeof score === 'number' ? score : null,
    metadata: isPlain ? (metadata ?? null) : { ...others, ...(metadata === undefined ? {} : { metadata }) },
  };
}
