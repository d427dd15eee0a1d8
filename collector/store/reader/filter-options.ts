import type { FilterOptions, OptionCount } from '../../contract/filter-options.ts';
import type { Facet } from '../traces/trace-facets.ts';
import { isLiving } from '../deleting/doomed.ts';
import { attributeOptions } from './attribute-options.ts';
import { isDeleting } from './doomed.ts';
import type { Listed } from './filter-fields.ts';
import { keptCounts, type TraceName } from './kept-names.ts';
import type { Statements } from './list-query.ts';

type OptionName = keyof FilterOptions['options'];

const MAX_OPTIONS = 100;
const MOST_FREQUENT = `ORDER BY 2 DESC, 1 LIMIT ${MAX_OPTIONS}`;

/** What is listed, counted by the names that are kept of each trace. */
const COUNT_OF: Readonly<Record<Listed, string>> = {
  traces: 'COUNT(*)',
  spans: 'SUM(named.spans + named.unnamed)',
  sessions: 'COUNT(DISTINCT held.session)',
};

/**
 * Names of traces are kept as they are, others cut: a longer one is none that anybody picks, and no address holds it. Its
 * bytes are counted without being read.
 */
const IS_OFFERED = 'octet_length(value) <= 4096';

/** Users and sessions, which may be as many as traces, have an index of their most frequent ones. */
const keptSql = (listed: 'traces' | 'spans', facet: Facet): string =>
  `SELECT value, ${listed} AS count FROM facet_values
   WHERE project = ? AND facet = '${facet}' AND ${listed} > 0 ${MOST_FREQUENT}`;

/** What traces say of themselves, counted with them: gone at once with a trace that is deleted. */
const traceNameSql = (name: TraceName, count: 'traces' | 'genai_traces' | 'spans' = 'traces'): string =>
  `SELECT value, ${count} AS count FROM trace_names
   WHERE project = ? AND field = '${name}' AND ${count} > 0 AND ${IS_OFFERED} ${MOST_FREQUENT}`;

/** What sessions show themselves, or traces and spans of theirs. */
const sessionNameSql = (field: string): string =>
  `SELECT value, sessions AS count FROM session_names WHERE project = ? AND field = '${field}' AND ${IS_OFFERED} ${MOST_FREQUENT}`;

/** In trace_facets every value is a range of the key, so that a count reads no other row but that of a trace to know what it is. */
const facetSql = (listed: Listed, facet: Facet, isOfAi = false): string => {
  const ofAi = isOfAi ? 'AND held.genai = 1' : '';
  const held = isOfAi || listed === 'sessions' ? `JOIN traces AS held ON held.id = named.trace ${ofAi}` : '';
  return `SELECT names.value, ${COUNT_OF[listed]} AS count
    FROM facet_values AS names JOIN trace_facets AS named ON named.value = names.id ${held}
    WHERE names.project = ? AND names.facet = '${facet}' AND ${isLiving('named.trace')} GROUP BY names.id HAVING count > 0 ${MOST_FREQUENT}`;
};

type OptionsSql = Readonly<Record<Listed, Readonly<Record<OptionName, string>>>>;

/** Without what is `deleting`: rows of traces that are gone themselves, which the kept counts still hold. */
function optionsSql(deleting: boolean): OptionsSql {
  const facet = (listed: Listed, name: Facet): string => {
    if (deleting) return facetSql(listed, name);
    return listed === 'sessions' ? sessionNameSql(name) : keptSql(listed, name);
  };
  /** The same whatever is listed, but for what is counted. */
  const facets = (listed: Listed) => ({
    tags: facet(listed, 'tag'),
    framework: facet(listed, 'framework'),
    model: facet(listed, 'model'),
    agent: facet(listed, 'agent'),
    tool: facet(listed, 'tool'),
    status_code: facet(listed, 'status_code'),
  });
  return {
    traces: {
      environment: traceNameSql('environment'),
      user_id: traceNameSql('user_id'),
      session_id: traceNameSql('session_id'),
      trace_name: traceNameSql('trace_name'),
      service_name: traceNameSql('service_name'),
      ...facets('traces'),
    },
    spans: {
      environment: facet('spans', 'environment'),
      user_id: facet('spans', 'user_id'),
      session_id: facet('spans', 'session_id'),
      trace_name: traceNameSql('trace_name', 'spans'),
      service_name: facet('spans', 'service_name'),
      ...facets('spans'),
    },
    sessions: {
      environment: sessionNameSql('environment'),
      user_id: sessionNameSql('user_id'),
      session_id: `SELECT session_id AS value, 1 AS count FROM sessions WHERE project = ? ORDER BY 1 LIMIT ${MAX_OPTIONS}`,
      trace_name: sessionNameSql('trace_name'),
      service_name: sessionNameSql('service_name'),
      ...facets('sessions'),
    },
  };
}

/** Of traces with an AI span. A trace in which a span names a framework, model, agent or tool is one. */
const ofAiSql = ({ traces }: OptionsSql): OptionsSql['traces'] => ({
  ...traces,
  environment: traceNameSql('environment', 'genai_traces'),
  user_id: traceNameSql('user_id', 'genai_traces'),
  session_id: traceNameSql('session_id', 'genai_traces'),
  trace_name: traceNameSql('trace_name', 'genai_traces'),
  service_name: traceNameSql('service_name', 'genai_traces'),
  tags: facetSql('traces', 'tag', true),
  status_code: facetSql('traces', 'status_code', true),
});

const SQL = optionsSql(false);
const SQL_WHILE_DELETING = optionsSql(true);
const OF_AI = ofAiSql(SQL);
const OF_AI_WHILE_DELETING = ofAiSql(SQL_WHILE_DELETING);

const NAMES = Object.keys(SQL.traces) as OptionName[];

const namesOf = (options: readonly OptionCount[]): string[] => options.map(({ value }) => value).sort();

/**
 * What a project's list can be filtered by. Services and frameworks are those of any of its spans. `isOfAi`: of traces only those
 * with an AI span count.
 */
export function filterOptions(
  statements: Statements,
  project: number,
  listed: Listed,
  isOfAi = false,
): FilterOptions {
  const read = (sql: string): OptionCount[] => statements.all<OptionCount>(sql, [project]);
  const deleting = isDeleting(statements, project);
  const all = deleting ? SQL_WHILE_DELETING : SQL;
  const { traces, genaiTraces } = keptCounts(statements, project);
  // Where all are that, what is kept says it.
  const isPart = listed === 'traces' && isOfAi && genaiTraces < traces;
  const sql = isPart ? (deleting ? OF_AI_WHILE_DELETING : OF_AI) : all[listed];
  const options = Object.fromEntries(
    NAMES.map((name) => [name, read(sql[name])]),
  ) as FilterOptions['options'];
  return {
    options,
    services: namesOf(read(all.spans.service_name)),
    frameworks: namesOf(read(all.spans.framework)),
    attributes: attributeOptions(statements, project),
  };
}
