import { Button, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { type MatrixQuery, shownBy } from './queries.ts'

/** A message to all people whom the filters show, on every page: each gets their own. */
export function WriteTo({ cycle_id, asked, total }: Props) {
  const { t } = useTranslation()
  const [opened, open] = useState(false)
  return (
    <>
      <Button variant="default" size="xs" onClick={() => open(true)}>
        {t('cpd:matrix.write')}
      </Button>
      {opened && <Dialog cycle_id={cycle_id} asked={asked} total={total} close={() => open(false)} />}
    </>
  )
}

function Dialog({ cycle_id, asked, total, close }: Props & { close: () => void }) {
  const { t } = useTranslation()
  const [subject, setSubject] = useState('')
  const [text, setText] = useState('')
  const send = async () => {
    const body = { ...shownBy(cycle_id, asked), subject, text }
    const { data } = await guarded(client.act('POST cpd/matrix/message', body))
    showSuccess(t('cpd:matrix.written', { count: data.people }))
  }
  return (
    <ActionDialog
      title={t('cpd:matrix.write')}
      text={t('cpd:matrix.writeText', { count: total })}
      submit={t('cpd:matrix.send')}
      disabled={!subject.trim() || !text.trim()}
      run={send}
      close={close}
    >
      <TextInput
        label={t('cpd:matrix.subject')}
        value={subject}
        maxLength={500}
        data-autofocus
        onChange={({ currentTarget }) => setSubject(currentTarget.value)}
      />
      <Textarea
        label={t('cpd:matrix.message')}
        value={text}
        maxLength={50_000}
        autosize
        minRows={5}
        maxRows={14}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
    </ActionDialog>
  )
}

type Props = { cycle_id: number; asked: MatrixQuery; total: number }
