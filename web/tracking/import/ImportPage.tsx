import { Button, FileInput, Group, NativeSelect, Stack, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { client, guarded } from '../../core/api.ts'
import { useSession } from '../../core/session.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { Page } from '../../kit/page/Page.tsx'
import { saveFile } from '../../kit/ui/saveFile.ts'
import { keys } from '../keys.ts'
import { Columns } from './Columns.tsx'
import { Done } from './Done.tsx'
import { Faults } from './Faults.tsx'
import { Figures } from './Figures.tsx'
import { type Import, type Kind, kinds, useImport } from './useImport.ts'

const MOST_BYTES = 2_000_000

/** Trackers and groups from a spreadsheet: the file, its columns, what each line would do, and what came of it. */
export function ImportPage() {
  const organisation_id = useSession((session) => session.organisation_id)!
  const [params] = useSearchParams()
  const [kind, setKind] = useState<Kind>(kinds.find((each) => each === params.get('kind')) ?? 'tracker')
  // Another kind begins without a file.
  return <Shown key={`${organisation_id} ${kind}`} organisation_id={organisation_id} kind={kind} setKind={setKind} />
}

function Shown({ organisation_id, kind, setKind }: Props) {
  const { t, i18n } = useTranslation()
  const taken = useImport(organisation_id, kind)
  const { checked, result, busy, refusal } = taken
  const missing = checked?.fields.filter(({ name, required }) => required && !fieldsOf(checked).includes(name)) ?? []
  const changes = (checked?.created ?? 0) + (checked?.updated ?? 0)
  return (
    <Page title={t('tracking:sheet.title')} width="record">
      <Text c="dimmed" mb="md" maw={640}>
        {t('tracking:sheet.text')}
      </Text>
      <Stack gap="md">
        {!result && <Choice taken={taken} kind={kind} setKind={setKind} />}
        <RefusalAlert refusal={refusal} />
        {result ? (
          <Done taken={taken} result={result} kind={kind} />
        ) : (
          checked && (
            <>
              {missing.length === 0 && (
                <>
                  <Group>
                    <Button loading={busy} disabled={changes === 0} onClick={taken.run}>
                      {t('tracking:sheet.run', { count: changes })}
                    </Button>
                    <Figures of={checked} />
                  </Group>
                  {busy && taken.done > 0 && (
                    <Text c="dimmed" role="status">
                      {t('tracking:sheet.progress')}: {taken.done} / {checked.lines}
                    </Text>
                  )}
                  <Faults faults={checked.faults} />
                </>
              )}
              <Columns taken={taken} checked={checked} missing={missing.map(({ name }) => name)} />
              <How taken={taken} fields={fieldsOf(checked)} kind={kind} />
            </>
          )
        )}
        {busy && !checked && (
          <Text c="dimmed" role="status">
            {t('tracking:sheet.checking')} {taken.done > 0 && taken.done.toLocaleString(i18n.language)}
          </Text>
        )}
      </Stack>
    </Page>
  )
}

function Choice({ taken, kind, setKind }: { taken: Import; kind: Kind; setKind: (kind: Kind) => void }) {
  const { t } = useTranslation()
  const [file, setFile] = useState<File | null>(null)
  const is_large = file !== null && file.size > MOST_BYTES
  const { data } = useQuery({
    queryKey: keys.importKinds(),
    queryFn: async () => (await guarded(client.act('GET import/kinds'))).data,
  })
  const columns = data?.find((each) => each.kind === kind)?.columns
  const save = () => {
    const csv = `\uFEFF${columns!.map(({ name }) => name).join(',')}\r\n`
    saveFile(new Blob([csv], { type: 'text/csv' }), `${t(`tracking:sheet.kinds.${kind}`)}.csv`)
  }
  return (
    <>
      <NativeSelect
        label={t('tracking:sheet.kind')}
        maw={320}
        value={kind}
        data={kinds.map((value) => ({ value, label: t(`tracking:sheet.kinds.${value}`) }))}
        onChange={({ currentTarget }) => setKind(currentTarget.value as Kind)}
      />
      <Group align="flex-end">
        <FileInput
          label={t('tracking:sheet.file')}
          description={t('tracking:sheet.fileText')}
          placeholder={t('tracking:sheet.choose')}
          accept=".xlsx,.csv,.txt,.tsv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          flex={1}
          maw={480}
          clearable
          clearButtonProps={{ 'aria-label': t('tracking:sheet.another') }}
          value={file}
          error={is_large && t('tracking:sheet.tooLarge')}
          onChange={(chosen) => {
            setFile(chosen)
            void taken.choose(chosen && chosen.size <= MOST_BYTES ? chosen : null)
          }}
        />
        <Button variant="default" disabled={!columns} onClick={save}>
          {t('tracking:sheet.template')}
        </Button>
      </Group>
    </>
  )
}

/** What else the import does. */
function How({ taken, fields, kind }: { taken: Import; fields: string[]; kind: Kind }) {
  const { t } = useTranslation()
  const { how, change } = taken
  return (
    <Stack gap="sm">
      {['group', 'groups', 'tags', 'driver', 'parent'].some((name) => fields.includes(name)) && (
        <Switch
          label={t('tracking:sheet.createsMissing')}
          checked={how.creates_missing}
          onChange={({ currentTarget }) => change({ creates_missing: currentTarget.checked })}
        />
      )}
      {kind !== 'invitation' && (
        <Switch
          label={t('tracking:sheet.updates')}
          checked={how.updates}
          onChange={({ currentTarget }) => change({ updates: currentTarget.checked })}
        />
      )}
      {fields.includes('speed_limit') && (
        <NativeSelect
          label={t('tracking:sheet.speedUnit')}
          maw={320}
          value={how.speed_unit}
          data={['km/h', 'mph', 'kn', 'm/s']}
          onChange={({ currentTarget }) => change({ speed_unit: currentTarget.value as 'km/h' })}
        />
      )}
    </Stack>
  )
}

const fieldsOf = ({ columns }: { columns: { field: string | null }[] }) => columns.flatMap(({ field }) => field ?? [])

type Props = { organisation_id: number; kind: Kind; setKind: (kind: Kind) => void }
