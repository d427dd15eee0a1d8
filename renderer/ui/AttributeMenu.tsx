import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Copy, ListTree, ChartNoAxesGantt } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { filterOptionsQuery } from '../api/queries.ts';
import { attributeCondition, isFilterable } from './attribute-filter.ts';
import type { Attribute } from '../lib/attributes.ts';
import { describeFilter, writeFilters } from '../lib/filters.ts';
import { firstLine } from '../lib/text.ts';
import { CopyItem, Menu, MenuItem, MenuLine, MenuNote } from './Menu.tsx';

type Props = {
  readonly project: string;
  readonly attribute: Attribute;
  readonly children: ReactNode;
};

/** What can be done with an attribute: list the spans or traces that have it too, or copy it. */
export function AttributeMenu({ project, attribute, children }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Menu
      align="start"
      isOpen={isOpen}
      onOpen={setIsOpen}
      trigger={
        <button
          type="button"
          title="Filter by it, or copy it"
          className="rounded-sm text-left wrap-anywhere hover:text-accent hover:underline data-[state=open]:text-accent"
        >
          {children}
        </button>
      }
    >
      {isOpen && <Items project={project} attribute={attribute} />}
    </Menu>
  );
}

function Items({ project, attribute }: Omit<Props, 'children'>) {
  const navigate = useNavigate();
  const { data } = useQuery(filterOptionsQuery(project, 'spans'));
  const condition = attributeCondition(attribute);
  const { relation, value } = describeFilter(condition);
  const filters = writeFilters([condition]);
  const isIndexed = data === undefined || isFilterable(attribute.key, data);
  return (
    <>
      <MenuNote>
        {attribute.key} {relation} {firstLine(value, 60)}
      </MenuNote>
      <MenuItem
        icon={<ListTree size={13} />}
        isDisabled={!isIndexed}
        onSelect={() => void navigate({ to: '/p/$project/spans', params: { project }, search: { filters } })}
      >
        Spans with this
      </MenuItem>
      <MenuItem
        icon={<ChartNoAxesGantt size={13} />}
        isDisabled={!isIndexed}
        onSelect={() =>
          void navigate({
            to: '/p/$project/traces',
            params: { project },
            search: { filters, include_nongenai: true },
          })
        }
      >
        Traces with this
      </MenuItem>
      {!isIndexed && (
        <MenuNote>
          This key is not indexed. Name it in the setting otel.attributes.span_attributes to filter by it.
        </MenuNote>
      )}
      <MenuLine />
      <CopyItem icon={<Copy size={13} />} text={() => attribute.text}>
        Copy the value
      </CopyItem>
      <CopyItem icon={<Copy size={13} />} text={() => attribute.key}>
        Copy the key
      </CopyItem>
    </>
  );
}
