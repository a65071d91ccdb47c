import { Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DataOf } from '#api/client.ts'
import { Section } from '../../kit/page/Section.tsx'
import classes from './Drills.module.css'

/** Whom a drill should reach, and what became of it; those whom it does not concern last, in short. */
export function DrillLines({ lines, waits }: { lines: Lines; waits: boolean }) {
  const { t } = useTranslation()
  const asked = lines.filter(({ state }) => state !== 'not_asked')
  const others = lines.filter(({ state }) => state === 'not_asked')
  return (
    <Section title={t('tracking:drills.lines.title')}>
      {asked.length === 0 && (
        <Text size="sm">{t(waits ? 'tracking:drills.lines.waiting' : 'tracking:drills.lines.empty')}</Text>
      )}
      {asked.length > 0 && (
        <div className={classes.scroll}>
          <Table verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('tracking:drills.lines.who')}</Table.Th>
                <Table.Th>{t('tracking:drills.lines.by')}</Table.Th>
                <Table.Th>{t('tracking:drills.lines.state')}</Table.Th>
                <Table.Th className={classes.end}>{t('tracking:drills.lines.after')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {asked.map((line, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two devices of a person are alike
                <Line key={`${line.user_id} ${line.channel} ${line.address} ${index}`} line={line} />
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      {others.length > 0 && (
        <details className={classes.others}>
          <summary>{t('tracking:drills.lines.others', { count: others.length })}</summary>
          <ul>
            {others.map(({ user_id, name, reason }) => (
              <li key={user_id}>
                {name ?? '–'}
                {reason && `: ${t(`tracking:drills.reasons.${reason}`)}`}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Section>
  )
}

function Line({ line }: { line: Lines[number] }) {
  const { t } = useTranslation()
  const { user_id, name, channel, address, escalation, state, reason, seconds, answer } = line
  const who =
    user_id !== null
      ? (name ?? '–')
      : t(channel === 'webhook' ? 'tracking:drills.lines.webhook' : 'tracking:drills.lines.list')
  const notes = [reason && t(`tracking:drills.reasons.${reason}`), state === 'reached' ? null : answer].filter(Boolean)
  return (
    <Table.Tr>
      <Table.Td>
        {who}
        {escalation && <span className={classes.note}>{t('tracking:drills.lines.escalation')}</span>}
      </Table.Td>
      <Table.Td>
        {channel ? t(`tracking:drills.channels.${channel}`) : '–'}
        {address && <span className={classes.note}>{address}</span>}
      </Table.Td>
      <Table.Td>
        <span data-state={state} className={classes.state}>
          {t(`tracking:drills.lineStates.${state}`)}
        </span>
        {notes.length > 0 && <span className={classes.note}>{notes.join(' · ')}</span>}
      </Table.Td>
      <Table.Td className={classes.end}>
        {seconds === null ? '–' : t('tracking:drills.lines.seconds', { seconds })}
      </Table.Td>
    </Table.Tr>
  )
}

export type Lines = DataOf<'GET firedrill/lines'>['lines']
