import { Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { startJob } from '../../core/jobs/jobs.ts'
import { queryKeys } from '../../core/queryKeys.ts'
import { ConfirmButton } from '../../kit/actions/ConfirmButton.tsx'
import { useAction } from '../../kit/actions/useAction.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { AccountFields } from '../../kit/forms/AccountFields.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { showRecord } from '../../kit/record/useRecord.ts'
import { Notice } from '../kit/Notice.tsx'

type Props = { cycle: Row<'devcycle'> }

/** What is being done with the cycle, while it is. */
export function ClosingNotice({ cycle }: Props) {
  const { t } = useTranslation()
  const { id, closing, opening, progress } = cycle
  useQuery({
    queryKey: [...queryKeys.record('devcycle', id), 'closing'],
    queryFn: () => readCycle(id),
    enabled: closing || opening,
    refetchInterval: POLL_MS,
  })
  if (!closing && !opening) return null
  return (
    <Notice tone="info" title={t(closing ? 'cpd:cycles.closing' : 'cpd:cycles.opening')}>
      {progress && progress.of > 0 && (
        <>
          {t('cpd:cycles.progress', progress)}
          <Progress
            mt="xs"
            value={(100 * progress.done) / progress.of}
            aria-label={t(closing ? 'cpd:cycles.closing' : 'cpd:cycles.opening')}
          />
        </>
      )}
    </Notice>
  )
}

/** Closes a cycle: each person's result is kept as it is. */
export function CloseCycle({ cycle }: Props) {
  const { t } = useTranslation()
  const { run } = useAction()
  const close = () => run(() => begin('devcycle/expire', { id: cycle.id }))
  if (!cycle.over) return <CloseEarly cycle={cycle} />
  return (
    <Section title={t('cpd:cycles.close')} text={t('cpd:cycles.closeText')} apart>
      <ConfirmButton label={t('cpd:cycles.close')} run={close} dangerous />
    </Section>
  )
}

/** Before its last day is over, a cycle is closed by who types its name. */
function CloseEarly({ cycle }: Props) {
  const { t } = useTranslation()
  const { day } = useTimes()
  return (
    <Section title={t('cpd:cycles.close')} text={t('cpd:cycles.closeEarly', { day: day(cycle.end) })} apart>
      <AccountFields
        fields={[{ name: 'name', type: 'text', label: t('cpd:cycles.typeName', { name: cycle.name }) }]}
        submit={t('cpd:cycles.close')}
        send={({ name }) => begin('devcycle/expire', { id: cycle.id, name: name! })}
      />
    </Section>
  )
}

/** Undoes a closing as a whole, within a day. */
export function UndoClosing({ cycle }: Props) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const { run } = useAction()
  if (cycle.undo_until === null) return null
  const undo = () => run(() => begin('devcycle/undo_expire', { id: cycle.id }))
  return (
    <Section title={t('cpd:cycles.undo')} text={t('cpd:cycles.undoText', { time: moment(cycle.undo_until) })} apart>
      <ConfirmButton label={t('cpd:cycles.undo')} run={undo} />
    </Section>
  )
}

/** Opens a closed cycle again, with the reason, which is in the audit log. */
export function ReopenCycle({ cycle }: Props) {
  const { t } = useTranslation()
  return (
    <Section title={t('cpd:cycles.reopen')} text={t('cpd:cycles.reopenText')} apart>
      <AccountFields
        fields={[{ name: 'reason', type: 'long', label: t('cpd:cycles.reason') }]}
        submit={t('cpd:cycles.reopen')}
        send={({ reason }) => begin('devcycle/reopen', { id: cycle.id, reason: reason! })}
      />
    </Section>
  )
}

/** A job does it: the tray and the notice of the page show how far it is. */
async function begin(path: string, body: { id: number; name?: string; reason?: string }): Promise<void> {
  await startJob(path, body)
  await readCycle(body.id)
}

async function readCycle(id: number): Promise<true> {
  await showRecord('devcycle', (await guarded(client.read('devcycle', id))).data)
  return true
}

const POLL_MS = 1000
