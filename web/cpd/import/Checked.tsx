import { Alert, Button, Group, Progress, Table as Shown, Stack, Text } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { refusalOf } from '../../kit/forms/useSending.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Notice } from '../kit/Notice.tsx'
import { type ImportKind, required } from './columns.ts'
import { PART_LINES, PART_LINES_TOGETHER, partsOf, withoutKeys } from './parts.ts'
import type { Table } from './readFile.ts'
import { type Outcome, sendParts } from './send.ts'

const MOST_SHOWN = 200
export const resources = {
  activities: 'devactivity',
  procedures: 'procedure',
  rotations: 'cpdrotation',
  people: 'user',
} as const

/** Checks the lines of a file, names the bad ones, and imports them. */
export function Checked({ kind, table, mapping, date_order, organisation_id, labels, restart }: Props) {
  const { t } = useTranslation()
  const [progress, setProgress] = useState<number | null>(null)
  const [preview, setPreview] = useState<Outcome | null>(null)
  const [result, setResult] = useState<Outcome | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const parts = useMemo(() => partsOf(kind, table, mapping, PART_LINES), [kind, table, mapping])
  const total = table.lines.length
  const complete = required[kind].every((field) => mapping.includes(field))

  async function run(how: { preview: boolean; skip_bad: boolean }) {
    setProgress(0)
    setRefusal(null)
    // Supervisors are named by other lines, and rotations overlap them.
    const together = how.preview && withoutKeys.includes(kind)
    const whole = together ? partsOf(kind, table, mapping, PART_LINES_TOGETHER) : parts
    try {
      const outcome = await sendParts(whole, { kind, organisation_id, date_order, ...how }, setProgress)
      if (how.preview) setPreview(outcome)
      else setResult(outcome)
    } catch (error) {
      setRefusal(refusalOf(error, t('form.unreachable')).message)
    } finally {
      setProgress(null)
      if (!how.preview) await refresh(resources[kind])
    }
  }

  const shown = result ?? preview
  return (
    <Stack gap="md">
      {progress !== null && (
        <Progress value={(100 * progress) / total} aria-label={t('cpd:import.progress')} animated={progress === 0} />
      )}
      {refusal && (
        <Alert color="red" role="alert">
          {refusal}
        </Alert>
      )}
      {result ? (
        <Notice tone={result.bad === 0 ? 'done' : 'attention'} role="status">
          {t('cpd:import.created', { count: result.created })}{' '}
          {result.existing > 0 && t('cpd:import.existing', { count: result.existing })}{' '}
          {result.bad > 0 && t('cpd:import.left', { count: total - result.created - result.existing })}
        </Notice>
      ) : (
        preview && (
          <Notice tone={preview.bad === 0 ? 'done' : 'attention'} role="status">
            {t('cpd:import.good', { count: preview.good, lines: preview.lines })}{' '}
            {preview.existing > 0 && t('cpd:import.existing', { count: preview.existing })}
          </Notice>
        )
      )}
      {shown && shown.faults.length > 0 && <Faults outcome={shown} labels={labels} />}
      <Group gap="sm">
        {!preview && !result && (
          <Button
            disabled={!complete}
            loading={progress !== null}
            onClick={() => run({ preview: true, skip_bad: false })}
          >
            {t('cpd:import.check')}
          </Button>
        )}
        {preview && !result && preview.good > preview.existing && (
          <Button loading={progress !== null} onClick={() => run({ preview: false, skip_bad: preview.bad > 0 })}>
            {t(preview.bad > 0 ? 'cpd:import.importGood' : 'cpd:import.importAll', {
              count: preview.good - preview.existing,
            })}
          </Button>
        )}
        {progress === null && restart}
      </Group>
    </Stack>
  )
}

function Faults({ outcome, labels }: { outcome: Outcome; labels: Record<string, string> }) {
  const { t } = useTranslation()
  const shown = outcome.faults.slice(0, MOST_SHOWN)
  return (
    <div>
      <Shown.ScrollContainer minWidth={360}>
        <Shown>
          <Shown.Thead>
            <Shown.Tr>
              <Shown.Th>{t('cpd:import.line')}</Shown.Th>
              <Shown.Th>{t('cpd:import.field')}</Shown.Th>
              <Shown.Th>{t('cpd:import.reason')}</Shown.Th>
            </Shown.Tr>
          </Shown.Thead>
          <Shown.Tbody>
            {shown.map(({ line, field, message }) => (
              <Shown.Tr key={line}>
                <Shown.Td>{line}</Shown.Td>
                <Shown.Td>{field && (labels[field] ?? field)}</Shown.Td>
                <Shown.Td style={{ overflowWrap: 'anywhere' }}>{message}</Shown.Td>
              </Shown.Tr>
            ))}
          </Shown.Tbody>
        </Shown>
      </Shown.ScrollContainer>
      {outcome.bad > shown.length && (
        <Text size="sm" c="dimmed">
          {t('cpd:import.more', { count: outcome.bad - shown.length })}
        </Text>
      )}
    </div>
  )
}

type Props = {
  kind: ImportKind
  table: Table
  mapping: (string | null)[]
  date_order: 'dmy' | 'mdy'
  organisation_id: number
  labels: Record<string, string>
  restart: ReactNode
}
