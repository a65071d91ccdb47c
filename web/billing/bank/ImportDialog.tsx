import { FileInput, NativeSelect, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InputOf } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { toBase64 } from '../../kit/format/base64.ts'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { useInvoicing } from '../useInvoicing.ts'
import { FileColumns, FirstLines } from './FileLines.tsx'
import type { Checked } from './suggested.ts'

const MOST_BYTES = 2_000_000
const accept = '.ofx,.qfx,.qif,.xml,.csv,.txt,.tsv,.xlsx'

/** Reads a file of the bank, shows what is in it, and imports its lines. */
export function ImportDialog({ organisation_id, close }: { organisation_id: number; close: () => void }) {
  const { t } = useTranslation()
  const currencies = useInvoicing('currencies', organisation_id)
  const { file, checked, how, refusal, choose, change, body } = useFile(organisation_id)
  const is_large = file !== null && file.size > MOST_BYTES
  const fresh = checked && !checked.reason ? checked.lines - checked.known : 0
  const run = async () => {
    const { data } = await guarded(client.act('POST bankstatement/import', body()))
    showSuccess(t('billing:bank.imported', { count: data.lines - data.known }))
    await Promise.all(['bankline', 'bankstatement'].map(refresh))
  }
  return (
    <ActionDialog
      title={t('billing:bank.importTitle')}
      text={t('billing:bank.importText')}
      submit={t('billing:bank.submit', { count: fresh })}
      disabled={fresh === 0}
      size="lg"
      run={run}
      close={close}
    >
      <FileInput
        label={t('billing:bank.file')}
        description={t('billing:bank.fileText')}
        placeholder={t('billing:bank.chooseFile')}
        accept={accept}
        clearable
        clearButtonProps={{ 'aria-label': t('billing:bank.removeFile') }}
        value={file}
        error={is_large && t('billing:bank.tooLarge')}
        onChange={choose}
      />
      <RefusalAlert refusal={refusal} />
      {file && !is_large && (
        <NativeSelect
          label={t('billing:bank.currency')}
          value={how.currency ?? ''}
          data={[
            { value: '', label: t('billing:bank.ofFile') },
            ...currencies.map(({ code }) => ({ value: code, label: code })),
          ]}
          onChange={({ currentTarget }) => change({ currency: currentTarget.value || undefined })}
        />
      )}
      {checked && (checked.format === 'csv' || checked.format === 'qif') && (
        <NativeSelect
          label={t('billing:bank.dateOrder')}
          value={how.date_order ?? ''}
          data={[
            { value: '', label: t('billing:bank.guessed') },
            ...(['dmy', 'mdy'] as const).map((value) => ({ value, label: t(`billing:bank.orders.${value}`) })),
          ]}
          onChange={({ currentTarget }) => change({ date_order: (currentTarget.value || undefined) as 'dmy' })}
        />
      )}
      {checked && checked.columns.length > 0 && (
        <FileColumns checked={checked} change={(mapping) => change({ mapping })} />
      )}
      {checked?.reason && (
        <Text c="red" size="sm" role="alert">
          {checked.reason}
        </Text>
      )}
      {checked && !checked.reason && <FirstLines checked={checked} />}
    </ActionDialog>
  )
}

/** The file, how it is read, and what the server found in it, which is asked for again at each change. */
function useFile(organisation_id: number) {
  const { refusal, send, setRefusal } = useSending()
  const [file, setFile] = useState<File | null>(null)
  const [how, setHow] = useState<How>({})
  const [checked, setChecked] = useState<Checked | null>(null)
  const content = useRef('')
  const asked = useRef(0)
  const body = (name = file?.name ?? '', given = how): Body => ({
    organisation_id,
    name: name.slice(0, 200),
    file: content.current,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  })
  const check = (name: string, given: How) => {
    const mine = ++asked.current
    return send(async () => {
      const { data } = await guarded(
        client.act('POST bankstatement/import', { ...body(name, given), dry_run: true }),
      ).catch((error: unknown) => {
        if (mine === asked.current) setChecked(null)
        throw error
      })
      // Another file, or another meaning of its columns, may have been asked for since.
      if (mine === asked.current) setChecked(data)
    })
  }
  const choose = async (chosen: File | null) => {
    asked.current++
    setFile(chosen)
    setChecked(null)
    setRefusal(null)
    const { mapping: _, ...rest } = how
    setHow(rest)
    if (!chosen || chosen.size > MOST_BYTES) return
    content.current = toBase64(await chosen.arrayBuffer())
    await check(chosen.name, rest)
  }
  const change = (changed: How) => {
    const next = { ...how, ...changed }
    setHow(next)
    return check(file!.name, next)
  }
  return { file, checked, how, refusal, choose, change, body }
}

type Body = NonNullable<InputOf<'POST bankstatement/import'>[0]>
type How = { [K in 'currency' | 'mapping' | 'date_order']?: Body[K] | undefined }
