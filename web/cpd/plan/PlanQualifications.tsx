import { Badge, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { Section } from '../../kit/page/Section.tsx'
import { stateColour } from '../kit/states.ts'
import { qualificationsOf } from './queries.ts'

/** What a person holds, which rules and audiences count, and for administrators a way to add to it. */
export function PlanQualifications({ organisation_id, user_id }: { organisation_id: number; user_id: number }) {
  const { t } = useTranslation()
  const { data } = useQuery(qualificationsOf(organisation_id, user_id))
  return (
    <Section title={t('cpd:qualifications.title')} text={t('cpd:qualifications.count')} apart>
      {data?.length === 0 && <Text c="dimmed">{t('cpd:qualifications.noneHeld')}</Text>}
      {data && data.length > 0 && (
        <ul>
          {data.map(({ id, name, state }) => (
            <li key={id}>
              <Link to={paths.qualification({ id })}>{name}</Link>{' '}
              <Badge variant="light" color={stateColour(state)}>
                {t(`cpd:qualifications.states.${state}`)}
              </Badge>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button component={Link} to={paths.qualification({ person: user_id })} variant="default">
          {t('cpd:qualifications.add')}
        </Button>
      </div>
    </Section>
  )
}
