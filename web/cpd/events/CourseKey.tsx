import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { backendOrigin } from '../../core/backend/backend.ts'
import { ConfirmButton } from '../../kit/actions/ConfirmButton.tsx'
import { useAction } from '../../kit/actions/useAction.ts'
import { Copyable } from '../../kit/copy/Copyable.tsx'
import { useTimes } from '../../kit/format/useTimes.ts'
import { Section } from '../../kit/page/Section.tsx'
import { keys } from '../keys.ts'

/** What a course site needs to say who has completed a course; its key is shown once. */
export function CourseKey({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const { busy, run } = useAction()
  const [key, setKey] = useState<string | null>(null)
  const queries = useQueryClient()
  const { data } = useQuery({
    queryKey: keys.courseKey(organisation_id),
    queryFn: async () => (await guarded(client.act('GET cpdevent/coursekey', { organisation_id }))).data,
  })
  const changed = () => queries.invalidateQueries({ queryKey: keys.courseKey(organisation_id) })
  const make = async () => {
    setKey((await client.act('POST cpdevent/coursekey', { organisation_id })).data.key)
    await changed()
  }
  const end = async () => {
    await client.act('DELETE cpdevent/coursekey', { organisation_id })
    setKey(null)
    await changed()
  }
  return (
    <Section title={t('cpd:events.courseTitle')} text={t('cpd:events.courseText')} apart>
      <Stack gap="sm">
        <Given label={t('cpd:events.courseAddress')} text={`${backendOrigin()}/xapi`} />
        <Given label={t('cpd:events.courseName')} text={String(organisation_id)} />
        {key && (
          <Alert color="teal" title={t('cpd:events.courseKeyOnce')}>
            <Copyable what={t('cpd:events.courseKey')} text={key} />
          </Alert>
        )}
        {data?.made_at && !key && <Made made_at={data.made_at} last_used_at={data.last_used_at} />}
        <Group>
          {data?.made_at ? (
            <>
              <ConfirmButton label={t('cpd:events.courseKeyAgain')} run={make} />
              <ConfirmButton
                label={t('cpd:events.courseKeyEnd')}
                run={end}
                done={t('cpd:events.courseKeyEnded')}
                dangerous
              />
            </>
          ) : (
            <Button variant="default" loading={busy} disabled={!data} onClick={() => run(make)}>
              {t('cpd:events.courseKeyMake')}
            </Button>
          )}
        </Group>
      </Stack>
    </Section>
  )
}

function Given({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      <Copyable what={label} text={text} />
    </div>
  )
}

function Made({ made_at, last_used_at }: { made_at: string; last_used_at: string | null }) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const made = moment(made_at)
  const text = last_used_at
    ? t('cpd:events.courseKeyUsed', { made, used: moment(last_used_at) })
    : t('cpd:events.courseKeyMade', { made })
  return <Text size="sm">{text}</Text>
}
