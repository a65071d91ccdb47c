import { Alert, Button, Modal, Radio, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { useAdministers } from '../../core/useAdministers.ts'
import { Copyable } from '../../kit/copy/Copyable.tsx'
import { ActionDialog, STAY } from '../../kit/forms/ActionDialog.tsx'
import { MomentField } from '../../kit/forms/MomentField.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { ReferencePicker } from '../../kit/reference/ReferencePicker.tsx'
import { referenceTo } from '../../kit/reference/referenceTo.ts'
import { nameOf } from '../kit/state.ts'
import type { Tracker } from '../types.ts'
import classes from './Loans.module.css'

/** For administrators, on the page of a tracker. */
export function LendButton({ tracker }: { tracker: Tracker }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  if (!useAdministers(tracker.organisation_id)) return null
  return (
    <>
      <Button onClick={() => setOpen(true)} variant="subtle" color="gray">
        {t('tracking:loans.lend')}
      </Button>
      {open && <LendDialog tracker={tracker} close={() => setOpen(false)} />}
    </>
  )
}

/** Offers a tracker to another organisation: it gets a code that the other's administrator enters. */
function LendDialog({ tracker, close }: { tracker: Tracker; close: () => void }) {
  const { t } = useTranslation()
  const { id: tracker_id, organisation_id } = tracker
  const boundaries = useMemo(() => boundaryOf(organisation_id), [organisation_id])
  const [value, setValue] = useState<Values>({
    elsewhere: false,
    begins_at: '',
    ends_at: '',
    boundary_id: null,
    note: '',
  })
  const [code, setCode] = useState<string | null>(null)
  const change = (changed: Partial<Values>) => setValue((before) => ({ ...before, ...changed }))
  const title = t('tracking:loans.lendTitle', { tracker: nameOf(tracker) })
  if (code) return <Code title={title} code={code} elsewhere={value.elsewhere} close={close} />
  const run = async () => {
    const { elsewhere, begins_at, ends_at, boundary_id, note } = value
    const body = {
      tracker_id,
      ends_at,
      boundary_id,
      elsewhere,
      ...(begins_at && { begins_at }),
      ...(note.trim() && { note }),
    }
    const { data } = await guarded(client.create('trackerloan', body))
    await refresh('trackerloan')
    setCode(String(data.code))
    return STAY
  }
  return (
    <ActionDialog
      title={title}
      text={t('tracking:loans.lendText')}
      submit={t('tracking:loans.offer')}
      disabled={!value.ends_at}
      fields={['elsewhere', 'begins_at', 'ends_at', 'boundary_id', 'note']}
      run={run}
      close={close}
    >
      {(errorOf) => (
        <>
          <Borrower
            elsewhere={value.elsewhere}
            error={errorOf('elsewhere')}
            change={(elsewhere) => change({ elsewhere })}
          />
          {(['begins_at', 'ends_at'] as const).map((name) => (
            <MomentField
              key={name}
              name={name}
              label={t(`tracking:fields.trackerloan.${name}`)}
              description={t(name === 'begins_at' ? 'tracking:loans.beginsHint' : 'tracking:loans.endsHint')}
              value={value[name]}
              error={errorOf(name)}
              onChange={(moment) => change({ [name]: moment })}
            />
          ))}
          <ReferencePicker
            reference={boundaries}
            label={t('tracking:loans.area')}
            description={t('tracking:loans.areaHint')}
            value={value.boundary_id}
            error={errorOf('boundary_id')}
            onChange={(boundary_id) => change({ boundary_id })}
          />
          <TextInput
            label={t('tracking:fields.trackerloan.note')}
            description={t('tracking:loans.noteHint')}
            maxLength={200}
            value={value.note}
            error={errorOf('note')}
            onChange={({ currentTarget }) => change({ note: currentTarget.value })}
          />
        </>
      )}
    </ActionDialog>
  )
}

/** An organisation of this installation or of another one. */
function Borrower({ elsewhere, error, change }: BorrowerProps) {
  const { t } = useTranslation()
  return (
    <Radio.Group
      label={t('tracking:loans.to')}
      value={String(elsewhere)}
      error={error}
      onChange={(value) => change(value === 'true')}
    >
      <Stack gap={6} mt={4} mb={4}>
        <Radio value="false" label={t('tracking:loans.toHere')} />
        <Radio value="true" label={t('tracking:loans.toElsewhere')} description={t('tracking:loans.toElsewhereHint')} />
      </Stack>
    </Radio.Group>
  )
}

function Code({
  title,
  code,
  elsewhere,
  close,
}: {
  title: string
  code: string
  elsewhere: boolean
  close: () => void
}) {
  const { t } = useTranslation()
  return (
    <Modal opened onClose={close} title={title} centered closeButtonProps={{ 'aria-label': t('form.cancel') }}>
      <Alert color="teal" title={t('tracking:loans.codeOnce')}>
        <Stack gap="sm">
          <div className={classes.code}>
            <Copyable what={t('tracking:loans.code')} text={code} />
          </div>
          <Text size="sm">{t(elsewhere ? 'tracking:loans.codeTextElsewhere' : 'tracking:loans.codeText')}</Text>
        </Stack>
      </Alert>
    </Modal>
  )
}

const boundaryOf = (organisation_id: number) =>
  referenceTo('boundary', {
    organisation_id,
    query: { sort: 'name' },
    toOption: ({ id, name }) => ({ id, label: name }),
  })

type Values = { elsewhere: boolean; begins_at: string; ends_at: string; boundary_id: number | null; note: string }
type BorrowerProps = { elsewhere: boolean; error: ReactNode; change: (elsewhere: boolean) => void }
