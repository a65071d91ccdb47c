import { Anchor, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { useUnits } from '../../kit/format/useUnits.ts'
import { Section } from '../../kit/page/Section.tsx'
import { useDistance } from '../kit/useDistance.ts'
import classes from './Explain.module.css'
import type { ExplainedBoundary, Explanation } from './types.ts'

const conditions = ['active', 'in_schedule', 'of_owner', 'of_tracker'] as const
const applies = (boundary: ExplainedBoundary) => conditions.every((condition) => boundary[condition])

/** The boundaries that apply, and those near that do not, with the reason. */
export function BoundariesThen({ of: { boundaries, hidden, at } }: { of: Explanation }) {
  const { t } = useTranslation()
  const groups = [
    ['applies', boundaries.filter(applies)],
    ['others', boundaries.filter((boundary) => !applies(boundary))],
  ] as const
  return (
    <Section title={t('tracking:explain.boundaries.title')}>
      {boundaries.length === 0 && <Text>{t('tracking:explain.boundaries.none')}</Text>}
      {groups.map(
        ([group, ones]) =>
          ones.length > 0 && (
            <div key={group}>
              <Text c="dimmed" size="sm">
                {t(`tracking:explain.boundaries.${group}`)}
              </Text>
              <ul className={classes.list}>
                {ones.map((boundary) => (
                  <One key={boundary.boundary_id} boundary={boundary} at={at} />
                ))}
              </ul>
            </div>
          ),
      )}
      {hidden > 0 && <Text>{t('tracking:explain.boundaries.hidden', { count: hidden })}</Text>}
    </Section>
  )
}

function One({ boundary, at }: { boundary: ExplainedBoundary; at: string }) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const place = usePlaceText()
  const { created_at, modified_at } = boundary
  const reasons = conditions.filter((condition) => !boundary[condition])
  const notes = [
    t(`tracking:boundaries.rules.${boundary.rule}.name`),
    ...(boundary.active ? [place(boundary)] : []),
    ...reasons.map((condition) => t(`tracking:explain.boundaries.reasons.${condition}`)),
    ...(created_at > at
      ? [t('tracking:explain.boundaries.made', { time: moment(created_at) })]
      : modified_at > at
        ? [t('tracking:explain.boundaries.changed', { time: moment(modified_at) })]
        : []),
  ]
  return (
    <li>
      <Stack gap={0}>
        <Anchor component={Link} to={paths.boundary({ id: boundary.boundary_id })}>
          {boundary.name}
        </Anchor>
        <Text size="sm">{notes.join(' · ')}</Text>
      </Stack>
    </li>
  )
}

/** Where the tracker was, seen from a boundary. */
function usePlaceText(): (boundary: ExplainedBoundary) => string {
  const { t } = useTranslation()
  const { length, lengthUnit } = useUnits()
  const distance = useDistance()
  const shown = (metres: number) => (metres < 1000 ? `${length(metres)} ${lengthUnit}` : distance(metres))
  return ({ inside, distance_m, buffer_m }) => {
    if (inside === null || distance_m === null) return t('tracking:explain.boundaries.noPosition')
    if (inside && distance_m > 0) {
      return t('tracking:explain.boundaries.withBuffer', { buffer: shown(Math.max(buffer_m, distance_m)) })
    }
    if (inside) return t('tracking:explain.boundaries.in')
    return t('tracking:explain.boundaries.away', { distance: shown(distance_m) })
  }
}
