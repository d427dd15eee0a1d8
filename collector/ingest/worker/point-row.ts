import type { WirePoint } from '../../decode/metrics.ts';
import type { PointRow } from '../../store/rows/metric-row.ts';
import { contentHash, originFacts } from './origin.ts';
import { storedTime } from './span-row.ts';

/** The row of a data point, with the series that it belongs to. */
export function pointRow({ metric, from, attributes, ...point }: WirePoint): PointRow {
  const { name, type, unit, description, temporality } = metric;
  const { hash, serviceName } = originFacts(from);
  const kind = `${type} ${temporality} ${metric.isMonotonic}`;
  return {
    series: {
      hash: contentHash(hash, ...[name, unit, kind].map((text) => Buffer.from(text)), attributes),
      name,
      type,
      unit,
      description,
      temporality,
      isMonotonic: metric.isMonotonic ? 1 : 0,
      serviceName,
      attributes,
    },
    resource: from.resource,
    scope: from.scope,
    timeNs: storedTime(point.timeUnixNano),
    startNs: point.startUnixNano === 0n ? null : storedTime(point.startUnixNano),
    value: point.value,
    fields: point.fields.length === 0 ? null : point.fields,
  };
}
