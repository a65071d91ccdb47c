import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { choiceOf } from '../../kit/forms/labels.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { RemoveSection } from '../../kit/record/RemoveSection.tsx'
import { useRecord } from '../../kit/record/useRecord.ts'
import { useRecordActions } from '../../kit/record/useRecordActions.ts'
import { CertificatesOfCycle } from '../certificates/Certificate.tsx'
import { Notice } from '../kit/Notice.tsx'
import { stateColour } from '../kit/states.ts'
import { CloseCycle, ClosingNotice, ReopenCycle, UndoClosing } from './CloseCycle.tsx'
import { CycleForm } from './CycleForm.tsx'
import { SharedGoals } from './SharedGoals.tsx'

/** The cycle of `?id=`, or a new one: its form, the goals that its people get, and its closing. */
export function CycleAdminPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const record = useRecord('devcycle')
  if (record.id === null) {
    return (
      <Page title={t('cpd:cycles.new')}>
        <CycleForm organisation_id={organisation_id} />
      </Page>
    )
  }
  return (
    <Loaded query={record} title={t('cpd:cycles.title')} missing={t('cpd:cycles.missing')}>
      {(cycle) => <Shown key={cycle.id} cycle={cycle} />}
    </Loaded>
  )
}

function Shown({ cycle }: { cycle: Row<'devcycle'> }) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const { remove } = useRecordActions('devcycle', { page: paths.cycle, list: paths.cyclesAdmin })
  const { id, name, state, expired_at, closing, opening, organisation_id, modified_at } = cycle
  const is_closed = expired_at !== null && !opening
  return (
    <Page title={name}>
      <Badge variant="light" color={stateColour(state)} mb="md">
        {choiceOf(t, state)}
      </Badge>
      {expired_at === null ? (
        <CycleForm key={modified_at} organisation_id={organisation_id} stored={cycle} />
      ) : (
        !closing && !opening && <Notice tone="info">{t('cpd:cycles.closedAt', { time: moment(expired_at) })}</Notice>
      )}
      <ClosingNotice cycle={cycle} />
      {(expired_at === null || cycle.shared_goals > 0) && <SharedGoals cycle={cycle} />}
      {expired_at === null && <CloseCycle cycle={cycle} />}
      {is_closed && !closing && <CertificatesOfCycle cycle={cycle} />}
      {is_closed && <UndoClosing cycle={cycle} />}
      {is_closed && !closing && <ReopenCycle cycle={cycle} />}
      {expired_at === null && <RemoveSection run={() => remove(id)} />}
    </Page>
  )
}
