import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { formatCount } from '../../../shared/domain/counts.ts'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { explanationOf, presentError } from '../../lib/present-error.ts'

/** The most households that are pinned at once: each one is then downloaded as a whole. */
const mostAtOnce = 50

/** Pins the selected households for travel. */
export function PinSelected({ ids }: { ids: readonly string[] }) {
  const api = useApi()
  const connectionId = useConnection().id
  const { mutate, isPending } = useMutation({
    mutationFn: async (households: readonly string[]) => {
      for (const household_id of households) await api.travel.pin.call({ connectionId, household_id })
    },
    onSuccess: (_, { length }) =>
      notifications.show({
        message: `${formatCount(length)} ${length === 1 ? 'household is' : 'households are'} pinned for travel.`,
      }),
    onError: (problem) => {
      const error = presentError(problem)
      notifications.show({ title: error.title, message: explanationOf(error), color: 'yellow', autoClose: 10_000 })
    },
  })
  const reason = isPending
    ? 'The households are being pinned.'
    : ids.length > mostAtOnce
      ? `At most ${mostAtOnce} households can be pinned at once.`
      : null
  return (
    <ReasonedButton reason={reason} onClick={() => mutate(ids)}>
      Pin
    </ReasonedButton>
  )
}
