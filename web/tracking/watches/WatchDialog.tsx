import { Radio, Stack, Switch } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { MomentField } from '../../kit/forms/MomentField.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { ReferencePicker } from '../../kit/reference/ReferencePicker.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { Weekdays } from '../commands/Weekdays.tsx'
import { nameOf } from '../kit/state.ts'
import { boundaryReference } from '../trackers/references.ts'
import type { Tracker } from '../types.ts'

type Kind = 'arrived' | 'departed' | 'late'

/** Asks to be notified when a tracker arrives at a boundary, departs from it, or is late, once or each time. */
export default function WatchDialog({ tracker, close }: { tracker: Tracker; close: () => void }) {
  const { t } = useTranslation()
  const { id, organisation_id } = tracker
  const [kind, setKind] = useState<Kind>('arrived')
  const [boundary_id, setBoundary] = useState<number | null>(null)
  const [always, setAlways] = useState(false)
  const [expected_at, setExpected] = useState<string | null>(null)
  const [days, setDays] = useState([1, 2, 3, 4, 5])
  const is_late = kind === 'late'
  const reference = useMemo(() => boundaryReference(organisation_id), [organisation_id])
  const run = async () => {
    await guarded(
      client.create('alertrequest', {
        tracker_id: id,
        boundary_id: boundary_id!,
        kind,
        once: !always,
        ...(is_late && { expected_at }),
        ...(is_late && always && { weekdays: days }),
      }),
    )
    await refresh('alertrequest')
    showSuccess(t('tracking:watches.saved'))
  }
  return (
    <ActionDialog
      title={t('tracking:watches.of', { tracker: nameOf(tracker) })}
      text={t('tracking:watches.text')}
      submit={t('tracking:watches.submit')}
      disabled={boundary_id === null || (is_late && (!expected_at || (always && days.length === 0)))}
      fields={['expected_at']}
      run={run}
      close={close}
    >
      <Radio.Group
        aria-label={t('tracking:fields.alertrequest.kind')}
        value={kind}
        onChange={(value) => setKind(value as Kind)}
      >
        <Stack gap="xs">
          <Radio value="arrived" label={t('tracking:watches.arrived')} />
          <Radio value="departed" label={t('tracking:watches.departed')} />
          <Radio value="late" label={t('tracking:watches.late')} />
        </Stack>
      </Radio.Group>
      <ReferencePicker
        reference={reference}
        label={t('tracking:fields.alertrequest.boundary_id')}
        placeholder={t('tracking:watches.choose')}
        value={boundary_id}
        onChange={setBoundary}
      />
      {is_late && (
        <MomentField
          name="expected_at"
          label={t('tracking:fields.alertrequest.expected_at')}
          description={t('tracking:watches.lateHint')}
          value={expected_at ?? ''}
          onChange={(moment) => setExpected(moment || null)}
        />
      )}
      <Switch
        label={t('tracking:watches.always')}
        checked={always}
        onChange={({ currentTarget }) => setAlways(currentTarget.checked)}
      />
      {is_late && always && <Weekdays label={t('tracking:watches.onDays')} value={days} onChange={setDays} />}
    </ActionDialog>
  )
}
