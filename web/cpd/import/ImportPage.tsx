import { Button, FileInput, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useSession } from '../../core/session.ts'
import { labelOf } from '../../kit/forms/labels.ts'
import { Page } from '../../kit/page/Page.tsx'
import { useManages } from '../kit/useManages.ts'
import { Checked, resources } from './Checked.tsx'
import { fields, guess, type ImportKind, kinds } from './columns.ts'
import { Mapping } from './Mapping.tsx'
import { FileFault, MOST_LINES, type Table } from './readFile.ts'
import { readFile } from './readWorkbook.ts'

/** Imports activities, procedures or people from a CSV file: the file, its columns, a check of each line, the result. */
export function ImportPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const administers = useManages(organisation_id)
  const offered = kinds.filter((kind) => kind !== 'people' || administers)
  const named = useSearchParams()[0].get('kind') as ImportKind
  const [kind, setKind] = useState<ImportKind>(offered.includes(named) ? named : offered[0]!)
  const [file, setFile] = useState<File | null>(null)
  const [table, setTable] = useState<Table | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [mapping, setMapping] = useState<(string | null)[]>([])
  const [date_order, setOrder] = useState<DateOrder>(() => (navigator.language === 'en-US' ? 'mdy' : 'dmy'))
  const labelsOf = useLabels()
  const labels = labelsOf(kind)

  async function read(file: File | null, kind: ImportKind) {
    setFile(file)
    setKind(kind)
    setTable(null)
    setFault(null)
    if (!file) return
    try {
      const table = await readFile(file)
      setMapping(guess(kind, table.header, labelsOf(kind)))
      setTable(table)
    } catch (error) {
      const code = error instanceof FileFault ? error.code : 'unreadable'
      setFault(t(`cpd:import.${code}`, { count: MOST_LINES }))
    }
  }

  return (
    <Page title={t('cpd:import.title')} width="record">
      <Text c="dimmed" mb="md" maw={640}>
        {t('cpd:import.text')}
      </Text>
      <Stack gap="md">
        <Choice offered={offered} kind={kind} file={file} fault={fault} read={read} />
        {table && (
          <>
            <Text>{t('cpd:import.read', { count: table.lines.length, columns: table.header.length })}</Text>
            <Mapping table={table} kind={kind} labels={labels} mapping={mapping} onChange={setMapping} />
            {mapping.some((field) => field !== null && /date|_on$|_from$|^begins$|^ends$/.test(field)) && (
              <DateOrderSelect value={date_order} onChange={setOrder} />
            )}
            <Checked
              // Another choice needs another check.
              key={`${kind} ${mapping.join()} ${date_order} ${file?.name} ${file?.lastModified}`}
              kind={kind}
              table={table}
              mapping={mapping}
              date_order={date_order}
              organisation_id={organisation_id}
              labels={labels}
              restart={
                <Button variant="default" onClick={() => read(null, kind)}>
                  {t('cpd:import.another')}
                </Button>
              }
            />
          </>
        )}
      </Stack>
    </Page>
  )
}

function Choice({ offered, kind, file, fault, read }: ChoiceProps) {
  const { t } = useTranslation()
  return (
    <>
      <NativeSelect
        label={t('cpd:import.kind')}
        maw={320}
        value={kind}
        data={offered.map((value) => ({ value, label: t(`cpd:import.kinds.${value}`) }))}
        onChange={({ currentTarget }) => read(file, currentTarget.value as ImportKind)}
      />
      <FileInput
        label={t('cpd:import.file')}
        description={t(`cpd:import.hints.${kind}`)}
        placeholder={t('cpd:import.choose')}
        accept=".csv,.txt,.tsv,.xlsx,text/csv,text/plain"
        maw={480}
        clearable
        clearButtonProps={{ 'aria-label': t('cpd:import.another') }}
        value={file}
        error={fault}
        onChange={(file) => read(file, kind)}
      />
    </>
  )
}

function useLabels() {
  const { t } = useTranslation()
  return (kind: ImportKind): Record<string, string> => {
    const labelled = (field: string) => {
      if (kind === 'people') return t(`cpd:import.people.${field as 'email'}`)
      return labelOf(t, resources[kind], field as never)
    }
    return Object.fromEntries(fields[kind].map((field) => [field, labelled(field)]))
  }
}

function DateOrderSelect({ value, onChange }: { value: DateOrder; onChange: (order: DateOrder) => void }) {
  const { t } = useTranslation()
  return (
    <NativeSelect
      label={t('cpd:import.dateOrder')}
      maw={320}
      value={value}
      data={(['dmy', 'mdy'] as const).map((order) => ({ value: order, label: t(`cpd:import.dateOrders.${order}`) }))}
      onChange={({ currentTarget }) => onChange(currentTarget.value as DateOrder)}
    />
  )
}

type DateOrder = 'dmy' | 'mdy'
type ChoiceProps = {
  offered: ImportKind[]
  kind: ImportKind
  file: File | null
  fault: string | null
  read: (file: File | null, kind: ImportKind) => void
}
