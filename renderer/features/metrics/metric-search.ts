import type { PageMeta } from '../../../collector/contract/common.ts';
import type { MetricSummary } from '../../../collector/contract/metrics.ts';
import type { PageOf } from '../../api/shared-page.ts';

/** So many metrics are read to be searched, the first by name: exporters name some hundreds. */
export const MOST_SEARCHED = 5000;
/** The most that the API answers at once. */
const PAGE_SIZE = 1000;

/** Whether a name or a service of a metric has each word of a text in it. */
export function isFound({ name, service_names }: MetricSummary, text: string): boolean {
  const places = [name, ...service_names].map((place) => place.toLowerCase());
  const words = text.toLowerCase().split(/\s+/);
  return words.every((word) => places.some((place) => place.includes(word)));
}

/** A page of the metrics that a text finds among the first MOST_SEARCHED; the API itself knows no search for them. */
export async function findMetrics(
  readPage: (page: { readonly page: number; readonly limit: number }) => Promise<PageOf<MetricSummary>>,
  text: string,
  { page, limit }: Pick<PageMeta, 'page' | 'limit'>,
): Promise<PageOf<MetricSummary>> {
  const found: MetricSummary[] = [];
  for (let number = 1; number <= MOST_SEARCHED / PAGE_SIZE; number += 1) {
    const { data, meta } = await readPage({ page: number, limit: PAGE_SIZE });
    found.push(...data.filter((metric) => isFound(metric, text)));
    if (number >= meta.total_pages) break;
  }
  const meta = { page, limit, total_items: found.length, total_pages: Math.ceil(found.length / limit) };
  return { data: found.slice((page - 1) * limit, page * limit), meta };
}
