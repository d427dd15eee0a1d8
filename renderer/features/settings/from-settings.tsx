import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { settingsQuery } from '../../api/queries.ts';
import { ErrorState } from '../../ui/notices/States.tsx';
import type { GroupProps } from './group-props.ts';
import { SettingsSkeleton } from './SettingsSkeleton.tsx';

/** A group that is drawn from the collector's settings, once they are there. */
export function fromSettings(Content: ComponentType<GroupProps>): ComponentType {
  return function FromSettings() {
    const { data, error, refetch } = useQuery(settingsQuery);
    if (data !== undefined) return <Content settings={data} />;
    if (error === null) return <SettingsSkeleton />;
    return (
      <ErrorState title="The settings could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  };
}
