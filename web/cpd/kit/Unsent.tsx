import { Badge, Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { ConfirmButton } from '../../kit/actions/ConfirmButton.tsx'
import { useTimes } from '../../kit/format/useTimes.ts'
import { discard, useOutbox } from '../offline/outbox.ts'
import type { Entry, Kind } from '../offline/store.ts'
import { Notice } from './Notice.tsx'
import classes from './Unsent.module.css'

/** What was written without a network and waits in this browser, or was refused when it was sent. */
export function Unsent({ kinds }: { kinds: readonly Kind[] }) {
  const { t } = useTranslation()
  const entries = useOutbox((outbox) => outbox.entries).filter(({ kind }) => kinds.includes(kind))
  if (entries.length === 0) return null
  const refused = entries.some(({ refusal }) => refusal)
  return (
    <Notice tone={refused ? 'attention' : 'info'} title={t('cpd:offline.unsent', { count: entries.length })}>
      <Text size="sm">{t('cpd:offline.unsentText', { count: entries.length })}</Text>
      <ul className={classes.list}>
        {entries.map((entry) => (
          <Shown key={entry.client_key} entry={entry} />
        ))}
      </ul>
    </Notice>
  )
}

function Shown({ entry }: { entry: Entry }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const { kind, body, refusal, client_key } = entry
  const name = kind === 'procedure' ? body.type : body.target
  const date = kind === 'procedure' ? body.date : body.completed_on
  const edit = kind === 'procedure' ? paths.procedureEdit : paths.activityEdit
  return (
    <li className={classes.entry}>
      <div className={classes.text}>
        <Text fw={500}>{name || t(`cpd:offline.untitled.${kind}`)}</Text>
        <Group gap="xs">
          <Badge variant="light" color={refusal ? 'orange' : 'blue'}>
            {refusal ? t('cpd:offline.refused') : t('cpd:offline.waiting')}
          </Badge>
          {date && (
            <Text span size="sm" c="dimmed">
              {day(date)}
            </Text>
          )}
        </Group>
        {refusal && <Text size="sm">{refusal.message}</Text>}
      </div>
      <Group gap="sm">
        <Button component={Link} to={edit({ entry: client_key })} variant="default">
          {refusal ? t('cpd:offline.mend') : t('cpd:activities.change')}
        </Button>
        <ConfirmButton label={t('form.remove')} run={() => discard(entry)} dangerous />
      </Group>
    </li>
  )
}
