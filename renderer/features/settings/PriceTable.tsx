import { Plus, Trash2 } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import { formatCost } from '../../lib/format.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { EMPTY_DRAFT, PRICE_FIELDS, readPrice, withoutPrice, type Prices } from './prices.ts';
import type { Change } from './use-change.ts';

type Props = { readonly value: unknown; readonly change: Change; readonly isFixed: boolean };

/** Prices by model, to add to and to take from; sent whole, since a map is replaced and not mixed. */
export function PriceTable({ value, change, isFixed }: Props) {
  const prices = value as Prices;
  const isBusy = change.state === 'saving';
  const models = Object.keys(prices).toSorted();
  return (
    <div className="grid gap-3">
      {models.length === 0 ? (
        <p className="text-sm text-ink-2">None: the built-in list of prices alone counts.</p>
      ) : (
        <table className="num w-full text-sm">
          <caption className="sr-only">Own prices</caption>
          <thead>
            <tr className="border-b border-line text-left text-xs text-ink-3">
              <th scope="col" className="py-1 font-normal">
                Model
              </th>
              {PRICE_FIELDS.map(({ field, label }) => (
                <th key={field} scope="col" className="py-1 text-right font-normal">
                  {label}
                </th>
              ))}
              <th scope="col" className="w-8">
                <span className="sr-only">Remove</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {models.map((model) => (
              <tr key={model} className="border-b border-line/60">
                <th scope="row" className="py-1 text-left font-mono font-normal wrap-anywhere">
                  {model}
                </th>
                {PRICE_FIELDS.map(({ field }) => {
                  const price = prices[model]?.[field];
                  return (
                    <td key={field} className="text-right">
                      {price === undefined ? <span className="text-ink-3">–</span> : formatCost(price)}
                    </td>
                  );
                })}
                <td className="text-right">
                  {!isFixed && (
                    <IconButton
                      label={`Remove the price of ${model}`}
                      disabled={isBusy}
                      onClick={() => change.update((kept) => withoutPrice(kept as Prices, model))}
                    >
                      <Trash2 size={13} aria-hidden />
                    </IconButton>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {!isFixed && <PriceForm change={change} />}
    </div>
  );
}

type FormProps = { readonly change: Change };

function PriceForm({ change }: FormProps) {
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [problem, setProblem] = useState<string | null>(null);
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const next = readPrice(draft);
    setProblem('problem' in next ? next.problem : null);
    if ('problem' in next) return;
    const apply = (kept: unknown): unknown => ({ ...(kept as Prices), ...next.price });
    change.update(apply, () => setDraft(EMPTY_DRAFT));
  };
  const look = 'num h-7 w-full min-w-0 rounded-md border border-control bg-bg px-2 text-sm text-ink';
  return (
    <form onSubmit={onSubmit} aria-label="Add a price">
      <div className="grid grid-cols-[minmax(0,2fr)_repeat(4,minmax(0,1fr))_auto] items-end gap-2">
        <label className="grid gap-0.5 text-xs text-ink-2">
          Model
          <input
            value={draft.model}
            spellCheck={false}
            onChange={(event) => setDraft({ ...draft, model: event.target.value })}
            className={`${look} font-mono`}
          />
        </label>
        {PRICE_FIELDS.map(({ field, label }) => (
          <label key={field} className="grid gap-0.5 text-xs text-ink-2">
            {label}
            <input
              value={draft[field]}
              inputMode="decimal"
              onChange={(event) => setDraft({ ...draft, [field]: event.target.value })}
              className={look}
            />
          </label>
        ))}
        <Button type="submit" disabled={change.state === 'saving'}>
          <Plus size={13} aria-hidden /> Add
        </Button>
      </div>
      {problem !== null && (
        <p role="alert" className="mt-1.5 text-sm text-error">
          {problem}
        </p>
      )}
      <p className="mt-1.5 text-xs text-ink-3">
        US dollars per million tokens. The name of a model that is there already changes its price.
      </p>
    </form>
  );
}
