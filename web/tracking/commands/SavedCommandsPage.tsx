import schema from 'virtual:resource/savedcommand'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useNow } from '../../kit/format/useNow.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { dayName } from '../../kit/format/weekdays.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { refreshMs, useRefresh } from '../../kit/lists/useRefresh.ts'
import { SavedDialog } from './SavedDialog.tsx'
import { useCommandText } from './useCommandText.ts'

/** Commands with a name, and when those that are given on days of the week are next given. */
export function SavedCommandsPage() {
  const { t, i18n } = useTranslation()
  const { time } = useTimes()
  const now = useNow(refreshMs)
  const { commandText } = useCommandText()
  const organisation_id = useSession((session) => session.organisation_id)!
  useRefresh('savedcommand')
  const daysOf = ({ weekdays, at }: Row<'savedcommand'>) =>
    weekdays.length > 0 && `${weekdays.map((day) => dayName(day, i18n.language)).join(', ')} ${at ?? ''}`
  return (
    <ListPage
      title={t('tracking:commands.saved.title')}
      text={t('tracking:commands.saved.text')}
      links={[{ to: paths.commands(), label: t('tracking:commands.title') }]}
      resource="savedcommand"
      schema={schema}
      filters={{ organisation_id }}
      columns={[
        { name: 'name' },
        { name: 'type', show: commandText },
        { name: 'weekdays', show: daysOf },
        { name: 'tracker_id', show: ({ tracker_name, group_name }) => tracker_name ?? group_name ?? '' },
        { name: 'next_at', show: ({ next_at }) => next_at && time(next_at, now) },
        { name: 'last_at', show: (saved) => <Last saved={saved} now={now} /> },
        { name: 'modified_at', hidden: true },
      ]}
      nameOf={({ name }) => name}
      bulk={[
        {
          label: t('tracking:commands.saved.change'),
          single: true,
          dialog: ([saved], close) => <SavedDialog saved={saved!} close={close} />,
        },
      ]}
      removable
      empty={t('tracking:commands.saved.empty')}
    />
  )
}

/** What became of it when it was last given by itself. */
function Last({ saved: { last_at, last_accepted, last_reason }, now }: { saved: Row<'savedcommand'>; now: number }) {
  const { t } = useTranslation()
  const { time } = useTimes()
  if (!last_at) return null
  return (
    <>
      {time(last_at, now)}: {t('tracking:commands.accepted', { count: last_accepted ?? 0 })}
      {last_reason && (
        <Text span c="dimmed" size="sm">
          {' '}
          {last_reason}
        </Text>
      )}
    </>
  )
}
