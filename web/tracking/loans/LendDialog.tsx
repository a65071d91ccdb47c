import { Alert, Button, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
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
  const [value, setValue] = useState<Values>({ begins_at: '', ends_at: '', boundary_id: null, note: '' })
  const [code, setCode] = useState<string | null>(null)
  const change = (changed: Partial<Values>) => setValue((before) => ({ ...before, ...changed }))
  const title = t('tracking:loans.lendTitle', { tracker: nameOf(tracker) })
  if (code) return <Code title={title} code={code} close={close} />
  const run = async () => {
    const { begins_at, ends_at, boundary_id, note } = value
    const body = { tracker_id, ends_at, boundary_id, ...(begins_at && { begins_at }), ...(note.trim() && { note }) }
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
      fields={['begins_at', 'ends_at', 'boundary_id', 'note']}
      run={run}
      close={close}
    >
      {(errorOf) => (
        <>
          <MomentField
            name="begins_at"
            label={t('tracking:fields.trackerloan.begins_at')}
            description={t('tracking:loans.beginsHint')}
            value={value.begins_at}
            error={errorOf('begins_at')}
            onChange={(begins_at) => change({ begins_at })}
          />
          <MomentField
            name="ends_at"
            label={t('tracking:fields.trackerloan.ends_at')}
            description={t('tracking:loans.endsHint')}
            value={value.ends_at}
            error={errorOf('ends_at')}
            onChange={(ends_at) => change({ ends_at })}
          />
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

function Code({ title, code, close }: { title: string; code: string; close: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal opened onClose={close} title={title} centered closeButtonProps={{ 'aria-label': t('form.cancel') }}>
      <Alert color="teal" title={t('tracking:loans.codeOnce')}>
        <Stack gap="sm">
          <div className={classes.code}>
            <Copyable what={t('tracking:loans.code')} text={code} />
          </div>
          <Text size="sm">{t('tracking:loans.codeText')}</Text>
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

type Values = { begins_at: string; ends_at: string; boundary_id: number | null; note: string }
