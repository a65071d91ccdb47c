import { Alert, Button, FileInput, Group, NativeSelect, Stack, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { client, guarded } from '../../core/api.ts'
import { useSession } from '../../core/session.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { Page } from '../../kit/page/Page.tsx'
import { saveFile } from '../../kit/ui/saveFile.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { BillingNav } from '../BillingNav.tsx'
import { keys } from '../keys.ts'
import { FileColumns } from './FileColumns.tsx'
import { Figures, RefusedLines, Sums } from './Outcome.tsx'
import { type BooksFile, MOST_BYTES, useBooksFile } from './useBooksFile.ts'

const kinds = ['invoicing/contact', 'subscription', 'invoice'] as const

/** Contacts, members and what was open in the books before. */
export function MovingInPage() {
  const organisation_id = useSession((session) => session.organisation_id)!
  const [params] = useSearchParams()
  const [kind, setKind] = useState<Kind>(kinds.find((each) => each === params.get('kind')) ?? kinds[0])
  // Another kind begins without a file.
  return <Shown key={`${organisation_id} ${kind}`} organisation_id={organisation_id} kind={kind} setKind={setKind} />
}

function Shown({ organisation_id, kind, setKind }: Props) {
  const { t } = useTranslation()
  const books = useBooksFile(organisation_id, kind)
  const { busy, refusal, checked, result, stays } = books
  return (
    <Page title={t('billing:moving.title')} width="record">
      <BillingNav />
      <Text c="dimmed" mb="md" maw={640}>
        {t('billing:moving.text')}
      </Text>
      <Stack gap="md">
        {result ? (
          <Done books={books} kind={kind} />
        ) : (
          <>
            <Choice books={books} kind={kind} setKind={setKind} />
            <RefusalAlert refusal={refusal} />
            {stays !== null && stays.length > 0 && (
              <>
                <Text fw={600}>{t('billing:moving.stays')}</Text>
                <RefusedLines faults={stays} />
              </>
            )}
            {checked && <Checked books={books} checked={checked} kind={kind} />}
            {busy && !checked && <Text role="status">{t('billing:moving.checking')}</Text>}
          </>
        )}
      </Stack>
    </Page>
  )
}

function Choice({ books, kind, setKind }: { books: BooksFile } & Omit<Props, 'organisation_id'>) {
  const { t } = useTranslation()
  const is_large = books.file !== null && books.file.size > MOST_BYTES
  const { data } = useQuery({
    queryKey: keys.importKinds(),
    queryFn: async () => (await guarded(client.act('GET import/kinds'))).data,
  })
  const columns = data?.find((each) => each.kind === kind)?.columns
  const save = () => {
    const csv = `\uFEFF${columns!.map(({ name }) => name).join(',')}\r\n`
    saveFile(new Blob([csv], { type: 'text/csv' }), `${kind.split('/').at(-1)}.csv`)
  }
  return (
    <>
      <NativeSelect
        label={t('billing:moving.kind')}
        maw={320}
        value={kind}
        data={kinds.map((value) => ({ value, label: t(`billing:moving.kinds.${value}`) }))}
        onChange={({ currentTarget }) => setKind(currentTarget.value as Kind)}
      />
      <Text maw={640}>{t(`billing:moving.about.${kind}`)}</Text>
      <Text maw={640} c="dimmed" size="sm">
        {t(`billing:moving.undoable.${kind}`)}
      </Text>
      <Group align="flex-end">
        <FileInput
          label={t('billing:moving.file')}
          description={t('billing:moving.fileText')}
          placeholder={t('billing:moving.choose')}
          accept=".xlsx,.csv,.txt,.tsv"
          flex={1}
          miw={240}
          maw={480}
          clearable
          clearButtonProps={{ 'aria-label': t('billing:moving.remove') }}
          value={books.file}
          error={is_large && t('billing:moving.tooLarge')}
          onChange={(chosen) => void books.choose(chosen)}
        />
        <Button variant="default" disabled={!columns} onClick={save}>
          {t('billing:moving.template')}
        </Button>
      </Group>
    </>
  )
}

function Checked({ books, checked, kind }: { books: BooksFile; checked: Outcome; kind: Kind }) {
  const { t } = useTranslation()
  const { busy, how, change, run } = books
  const mapped = checked.columns.map(({ field }) => field)
  const missing = checked.fields.flatMap(({ name, required }) => (required && !mapped.includes(name) ? [name] : []))
  const changes = checked.created + checked.updated
  const is_refused = checked.faults.length > 0
  return (
    <>
      {missing.length === 0 && (
        <>
          <Sums sums={checked.sums} />
          <Group>
            <Button loading={busy} disabled={changes === 0 || is_refused} onClick={run}>
              {t('billing:moving.run', { count: changes })}
            </Button>
            <Figures of={checked} />
          </Group>
          {is_refused && <Alert color="orange">{t('billing:moving.refused')}</Alert>}
          <RefusedLines faults={checked.faults} />
        </>
      )}
      {kind !== 'invoicing/contact' && (
        <Group align="flex-end">
          <NativeSelect
            label={t('billing:moving.dateOrder')}
            w={240}
            value={how.date_order}
            data={(['dmy', 'mdy'] as const).map((value) => ({ value, label: t(`billing:moving.orders.${value}`) }))}
            onChange={({ currentTarget }) => change({ date_order: currentTarget.value as 'dmy' })}
          />
          <Switch
            label={t('billing:moving.creates')}
            pb={6}
            checked={how.creates_missing ?? false}
            onChange={({ currentTarget }) => change({ creates_missing: currentTarget.checked })}
          />
        </Group>
      )}
      <FileColumns checked={checked} missing={missing} change={(mapping) => change({ mapping })} />
    </>
  )
}

function Done({ books, kind }: { books: BooksFile; kind: Kind }) {
  const { t } = useTranslation()
  const { result, busy, refusal } = books
  const undo = async () => {
    const count = await books.undo()
    if (count > 0) showSuccess(t('billing:moving.undone', { count }))
  }
  return (
    <>
      <Text component="h2" fw={600} size="lg">
        {t('billing:moving.done')}: {t(`billing:moving.kinds.${kind}`).replace(/^\d\. /, '')}
      </Text>
      <Figures of={result!} />
      <Sums sums={result!.sums} />
      <RefusalAlert refusal={refusal} />
      <Text c="dimmed" size="sm" maw={640}>
        {t(`billing:moving.undoable.${kind}`)}
      </Text>
      <Group>
        <Button variant="default" onClick={() => void books.choose(null)}>
          {t('billing:moving.another')}
        </Button>
        {result!.rows.length > 0 && (
          <Button variant="default" loading={busy} onClick={undo}>
            {t('billing:moving.undo')}
          </Button>
        )}
      </Group>
    </>
  )
}

type Kind = (typeof kinds)[number]
type Outcome = NonNullable<BooksFile['checked']>
type Props = { organisation_id: number; kind: Kind; setKind: (kind: Kind) => void }
