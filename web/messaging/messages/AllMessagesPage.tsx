import schema from 'virtual:resource/message'
import { Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { post } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { choiceOf } from '../../kit/forms/labels.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { SelectFilter, useFilter } from '../../kit/lists/SelectFilter.tsx'
import { PeriodFilter } from '../../kit/period/PeriodFilter.tsx'
import { usePeriod } from '../../kit/period/usePeriod.ts'

const states = ['queued', 'held', 'sent', 'delivered', 'unsent', 'failed'] as const

/** All messages of the organisation with their delivery states. */
export function AllMessagesPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const { period, setPeriod, bounds } = usePeriod()
  const [state] = useFilter('state', states)
  return (
    <ListPage
      title={t('messaging:allMessages.title')}
      links={[
        { to: paths.templates(), label: t('messaging:allMessages.templates') },
        { to: paths.reminders(), label: t('messaging:allMessages.reminders') },
      ]}
      create={{ to: paths.message(), label: t('messaging:allMessages.write') }}
      resource="message"
      schema={schema}
      filters={{ organisation_id, ...bounds, ...(state && { state }) }}
      columns={[
        { name: 'subject' },
        { name: 'recipients' },
        { name: 'sender' },
        { name: 'kind' },
        { name: 'state' },
        { name: 'created_at' },
        { name: 'sent', hidden: true },
        { name: 'delivered', hidden: true },
        { name: 'opened', hidden: true },
        { name: 'read', hidden: true },
        { name: 'reason', hidden: true },
      ]}
      nameOf={({ subject, recipients }) => subject || recipients}
      open={({ id }) => paths.message({ id })}
      bulk={[{ label: t('messaging:allMessages.resend'), run: ({ id }) => post('message/resend', { id }) }]}
      removable
      empty={period || state ? t('period.none') : t('messaging:allMessages.empty')}
    >
      <Group mb="md">
        <PeriodFilter value={period} onChange={setPeriod} />
        <SelectFilter
          name="state"
          values={states}
          label={t('messaging:allMessages.state')}
          textOf={(value) => choiceOf(t, value)}
          mb={0}
        />
      </Group>
    </ListPage>
  )
}
