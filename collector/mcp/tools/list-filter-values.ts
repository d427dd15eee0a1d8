import { Type } from 'typebox';
import { TraceListQuery } from '../../contract/traces.ts';
import { filterOptions } from '../../query/operations/filter-options.ts';
import { shortened, wholeLines } from '../text/bounds.ts';
import { project_id, tool } from './tool.ts';

/** Of each field: for what is beyond them, a search is shorter. */
const MAX_VALUES = 30;

export const listFilterValuesTool = tool({
  name: 'list_filter_values',
  title: 'List what can be filtered by',
  description:
    'Which values the fields have (environments, users, models, agents, tools and so on, the most frequent first, each with how many of the traces that list_traces lists have it), and the keys of attributes that filters can name.',
  parameters: Type.Object({ project_id, include_nongenai: TraceListQuery.properties.include_nongenai }),
  tell(reader, { project_id: project, include_nongenai }) {
    const { options, attributes } = filterOptions(reader, {
      project,
      listed: 'traces',
      isOfAi: !include_nongenai,
    });
    const fields = Object.entries(options).flatMap(([field, values]) => {
      const told = values
        .slice(0, MAX_VALUES)
        .map(({ value, count }) => `${JSON.stringify(shortened(value, 100))} (${count})`);
      const more = values.length > MAX_VALUES ? [`and ${values.length - MAX_VALUES} more`] : [];
      return told.length === 0 ? [] : [`${field}: ${[...told, ...more].join(', ')}`];
    });
    const keys = attributes.map(({ key, key_type, sample_values }) => {
      const samples = sample_values.slice(0, 3).map((value) => JSON.stringify(shortened(value, 60)));
      return `${key} (${key_type})${samples.length === 0 ? '' : `: ${samples.join(', ')}`}`;
    });
    if (fields.length + keys.length === 0) return 'Nothing has arrived in this project yet.';
    return wholeLines(
      [...fields, ...(keys.length === 0 ? [] : ['', 'Attributes:', ...keys])],
      'filters take these attributes as well, and get_span tells those of a span',
    );
  },
});
