import { CompanyDataError } from '../api/client.ts';
import { GiveUpAccessDocument } from '../generated/graphql.ts';
import { Question } from './question.tsx';

interface LeaveListProps {
  list: { listId: number | string; name: string; owner: { name: string } };
  /** Called when the list can no longer be seen. */
  onLeft?: () => void;
  onClose: () => void;
}

/** Gives up the caller's own access to a list, after a question. Access of the whole organization stays. */
export function LeaveList({ list: { listId, name, owner }, onLeft, onClose }: LeaveListProps) {
  return (
    <Question
      document={GiveUpAccessDocument}
      variables={{ input: { listId: String(listId) } }}
      danger
      title="Leave this list?"
      body={`You give up your access to “${name}”. The list stays as it is. To see it again, ask ${owner.name} to share it.`}
      action="Leave the list"
      explain={explain}
      done={({ leaveList }) => {
        if (leaveList?.list) return 'You keep the access that the whole organization has.';
        onLeft?.();
        return `You have left “${name}”.`;
      }}
      onClose={onClose}
    />
  );
}

function explain(error: CompanyDataError | null): CompanyDataError | null {
  if (error?.code !== 'permission_not_found') return error;
  const message =
    'You have no access of your own that you could give up: the list is shared with the whole organization.';
  return new CompanyDataError({ ...error, message });
}
