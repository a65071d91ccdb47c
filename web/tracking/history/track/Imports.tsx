import { Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../../core/api.ts'
import { ConfirmButton } from '../../../kit/actions/ConfirmButton.tsx'
import { useAction } from '../../../kit/actions/useAction.ts'
import { useTimes } from '../../../kit/format/useTimes.ts'
import { refresh } from '../../../kit/lists/useBulk.ts'
import { keys } from '../../keys.ts'
import { undoTrack } from './send.ts'

/** The tracks that were imported for a tracker; each can be undone. */
export function Imports({ tracker_id }: { tracker_id: number }) {
  const { t } = useTranslation()
  const { data: imports = [] } = useQuery({
    queryKey: keys.trackImports(tracker_id),
    queryFn: async () => (await guarded(client.list('trackimport', { tracker_id, limit: 100 }))).data,
  })
  if (imports.length === 0) return null
  return (
    <Table mt="md" aria-label={t('tracking:track.imports')}>
      <Table.Tbody>
        {imports.map((each) => (
          <Line key={each.id} of={each} />
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Line({ of: { id, name, points, first_fix_at, last_fix_at, created_at } }: { of: Row<'trackimport'> }) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const { run } = useAction({ after: () => Promise.all(['trackimport', 'trackerevent', 'tracker'].map(refresh)) })
  const span = t('tracking:track.span', { from: moment(first_fix_at), to: moment(last_fix_at) })
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400} style={{ overflowWrap: 'anywhere' }}>
        {name}
        <Text size="sm" c="dimmed">
          {t('tracking:track.points', { count: points })} · {span}
        </Text>
        <Text size="sm" c="dimmed">
          {t('tracking:track.when', { time: moment(created_at) })}
        </Text>
      </Table.Th>
      <Table.Td ta="right" valign="top">
        <ConfirmButton
          label={t('tracking:track.undo')}
          dangerous
          run={() => run(() => undoTrack(id), t('tracking:track.undone', { name }))}
        />
      </Table.Td>
    </Table.Tr>
  )
}
