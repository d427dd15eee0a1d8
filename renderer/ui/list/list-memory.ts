import { readStored, useStored, writeStored } from '../kept/use-stored.ts';
import { DEFAULT_LAYOUT, type ColumnLayout } from '../grid/columns.ts';

// What is remembered of each list's table in this browser: its columns, and by what it was sorted last.

export function useColumnLayout(screen: string): [ColumnLayout, (layout: ColumnLayout) => void] {
  return useStored(`tracedeck.columns.${screen}`, readLayout, DEFAULT_LAYOUT);
}

/** The order to open a list in, as order_by takes it; undefined: its own. */
export function storedOrder(screen: string): string | undefined {
  return readStored(orderKey(screen), (value) => (typeof value === 'string' ? value : null)) ?? undefined;
}

export function storeOrder(screen: string, orderBy: string | undefined): void {
  writeStored(orderKey(screen), orderBy);
}

function orderKey(screen: string): string {
  return `tracedeck.order.${screen}`;
}

function readLayout(stored: unknown): ColumnLayout | null {
  if (typeof stored !== 'object' || stored === null) return null;
  return {
    shown: entriesOf(Reflect.get(stored, 'shown'), (value) => typeof value === 'boolean'),
    widths: entriesOf(Reflect.get(stored, 'widths'), (value) => typeof value === 'number'),
  };
}

function entriesOf<Value>(
  stored: unknown,
  isValue: (value: unknown) => value is Value,
): Readonly<Record<string, Value>> {
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored).filter((entry): entry is [string, Value] => isValue(entry[1])),
  );
}
