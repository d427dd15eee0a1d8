import { Plus, Trash2 } from 'lucide-react';
import { useId, useState, type ChangeEvent, type SubmitEvent } from 'react';
import { formatCost } from '../../lib/format.ts';
import { Button, IconButton } from '../../ui/controls/Button.tsx';
import { FIELD_CLASS } from './field-class.ts';
import {
  EMPTY_DRAFT,
  PRICE_FIELDS,
  readPrice,
  withoutPrice,
  type PriceDraft,
  type Prices,
} from './prices.ts';
import type { Change } from './use-change.ts';
import { Dash } from '../../ui/facts/Dash.tsx';

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
                <th key={field} scope="col" className="py-1 pl-2 text-right font-normal">
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
                    <td key={field} className="pl-2 text-right">
                      {price === undefined ? <Dash /> : formatCost(price)}
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
type Wrong = { readonly problem: string; readonly at: keyof PriceDraft };

function PriceForm({ change }: FormProps) {
  const id = useId();
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [wrong, setWrong] = useState<Wrong | null>(null);
  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const next = readPrice(draft);
    setWrong('problem' in next ? next : null);
    if ('problem' in next) {
      const input = event.currentTarget.elements.namedItem(next.at);
      if (input instanceof HTMLInputElement) input.focus();
      return;
    }
    const apply = (kept: unknown): unknown => ({ ...(kept as Prices), ...next.price });
    change.update(apply, () => setDraft(EMPTY_DRAFT));
  };
  const inputProps = (field: keyof PriceDraft) => ({
    name: field,
    value: draft[field],
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      setDraft({ ...draft, [field]: event.target.value });
      if (wrong?.at === field) setWrong(null);
    },
    'aria-invalid': wrong?.at === field,
    'aria-describedby': wrong?.at === field ? `${id}-wrong` : undefined,
  });
  return (
    <form onSubmit={onSubmit} aria-label="Add a price">
      <div className="flex flex-wrap items-end gap-2">
        <label className="grid flex-[2_1_160px] gap-0.5 text-xs text-ink-2">
          Model
          <input {...inputProps('model')} spellCheck={false} className={`${FIELD_CLASS} num h-7 font-mono`} />
        </label>
        <div className="flex flex-[4_1_420px] flex-wrap items-end gap-2">
          {PRICE_FIELDS.map(({ field, label }) => (
            <label key={field} className="grid flex-[1_1_76px] gap-0.5 text-xs text-ink-2">
              {label}
              <input {...inputProps(field)} inputMode="decimal" className={`${FIELD_CLASS} num h-7`} />
            </label>
          ))}
          <Button type="submit" disabled={change.state === 'saving'}>
            <Plus size={13} aria-hidden /> Add
          </Button>
        </div>
      </div>
      {wrong !== null && (
        <p id={`${id}-wrong`} role="alert" className="mt-1.5 text-sm text-error">
          {wrong.problem}
        </p>
      )}
      <p className="mt-1.5 text-xs text-ink-3">
        US dollars per million tokens. The name of a model that is there already changes its price.
      </p>
    </form>
  );
}
