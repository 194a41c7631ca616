import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Tag } from '../../components/Values.tsx'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'

/** Shows whether this staff member is the current user, and lets the user say so: “my households” are theirs. */
export function ThisIsMe({ id }: { id: string }) {
  const api = useApi()
  const connectionId = useConnection().id
  const queries = useQueryClient()
  const me = useQuery(api.places.me.queryOptions({ input: { connectionId } })).data
  const { mutate, isPending } = useMutation(
    api.places.setMe.mutationOptions({ onSuccess: () => queries.invalidateQueries({ queryKey: api.places.me.key() }) }),
  )
  if (!me) return null
  const tell = (user_id: string | null) => mutate({ connectionId, user_id })
  if (me.user_id !== id) {
    return (
      <Button variant="default" loading={isPending} onClick={() => tell(id)}>
        This is me
      </Button>
    )
  }
  return (
    <>
      <Tag accent>You</Tag>
      {me.told ? (
        <Button variant="subtle" size="compact-xs" loading={isPending} onClick={() => tell(null)}>
          Not me
        </Button>
      ) : null}
    </>
  )
}
