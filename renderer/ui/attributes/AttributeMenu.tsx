import { useNavigate } from '@tanstack/react-router';
import { Copy, ListTree, ChartNoAxesGantt, Settings } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { attributeCondition } from './attribute-filter.ts';
import type { Attribute } from './attributes.ts';
import { describeFilter, writeFilters } from '../../lib/filters.ts';
import { firstLine, showHidden } from '../../lib/text.ts';
import { useIndexing } from '../notices/use-indexing.ts';
import { CopyItem, Menu, MenuItem, MenuLine, MenuNote } from '../controls/Menu.tsx';

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
  const indexing = useIndexing(project, 'spans')(attribute.key);
  const condition = attributeCondition(attribute);
  const { relation, value } = describeFilter(condition);
  const filters = writeFilters([condition]);
  const isIndexed = indexing === 'indexed';
  return (
    <>
      <MenuNote>
        <bdi>{showHidden(attribute.key)}</bdi> {relation} <bdi>{firstLine(value, 60)}</bdi>
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
      {indexing === 'unindexed' && (
        <>
          <MenuNote>This key is not indexed. Name it in the settings to filter by it.</MenuNote>
          <MenuItem
            icon={<Settings size={13} />}
            onSelect={() =>
              void navigate({ to: '/p/$project/settings', params: { project }, search: { group: 'search' } })
            }
          >
            Search and filters
          </MenuItem>
        </>
      )}
      {indexing === 'named' && (
        <MenuNote>
          This span came before the key was named in the settings. tracedeck reindex --all takes it in.
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
