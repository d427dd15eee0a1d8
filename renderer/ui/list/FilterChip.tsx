import { useState } from 'react';
import { describeFilter, draftOf, type Condition } from '../../lib/filters.ts';
import type { Listed } from '../../lib/filter-fields.ts';
import { Popover } from '../controls/Popover.tsx';
import { Chip, ChipButton } from './Chip.tsx';
import { ConditionForm } from './ConditionForm.tsx';

type Props = {
  readonly project: string;
  readonly listed: Listed;
  readonly filter: Condition;
  readonly onChange: (filter: Condition) => void;
  readonly onRemove: () => void;
};

/** A condition in words; a press on it opens it to be changed. */
export function FilterChip({ project, listed, filter, onChange, onRemove }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const { field, relation, value } = describeFilter(filter);
  const words = [field, relation, value].filter((part) => part !== '').join(' ');
  return (
    <Chip name={words} onRemove={onRemove}>
      <Popover
        label={`Change the filter ${words}`}
        isOpen={isOpen}
        onOpen={setIsOpen}
        trigger={
          <ChipButton title={words}>
            <span dir="auto" className="min-w-0 truncate">
              {field}
            </span>{' '}
            <span className="flex-none">{relation}</span>{' '}
            <span dir="auto" className="min-w-0 truncate">
              {value}
            </span>
          </ChipButton>
        }
      >
        <ConditionForm
          project={project}
          listed={listed}
          draft={draftOf(filter)}
          action="Change"
          onSubmit={(next) => {
            setIsOpen(false);
            onChange(next);
          }}
        />
      </Popover>
    </Chip>
  );
}
