import { ConversationSkeleton } from '../../ui/conversation/ConversationSkeleton.tsx';

/** The session screen's layout while it loads. */
export function SessionSkeleton() {
  return (
    <>
      <div aria-hidden className="loading flex-none border-b border-line px-4 pt-3 pb-2.5">
        <div className="skeleton h-6 w-56" />
        <div className="skeleton mt-2.5 h-4 w-2/3" />
        <div className="skeleton mt-2.5 h-6.5 w-full" />
      </div>
      <div aria-hidden className="h-9 flex-none border-b border-line" />
      <ConversationSkeleton />
    </>
  );
}
