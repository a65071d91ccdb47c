import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { Section } from '../../kit/page/Section.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { RecordFrame } from '../../kit/record/RecordFrame.tsx'
import { RemoveSection } from '../../kit/record/RemoveSection.tsx'
import { useRecord } from '../../kit/record/useRecord.ts'
import { useRecordActions } from '../../kit/record/useRecordActions.ts'
import { LinkedText } from '../../kit/ui/LinkedText.tsx'
import { Notice } from '../kit/Notice.tsx'
import { useManages } from '../kit/useManages.ts'
import { Colleagues, InviteColleagues } from './Colleagues.tsx'
import { Proposed } from './Proposed.tsx'
import { Results } from './Results.tsx'
import { RoundState } from './RoundState.tsx'

/** The round of `?id=`: whom one asks, and once it is closed what they have answered, together. */
export function RoundPage() {
  const { t } = useTranslation()
  const record = useRecord('devfeedback')
  return (
    <Loaded query={record} title={t('cpd:feedback.one')} missing={t('cpd:feedback.missing')}>
      {(round) => <Shown key={round.id} round={round} />}
    </Loaded>
  )
}

function Shown({ round }: { round: Row<'devfeedback'> }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const { id, template, person, open, shown, asked, answered, closes_on, may_approve, proposed_at } = round
  const is_own = useSession(({ user }) => user?.id === round.user_id)
  // Who manages for others approves as they ask.
  const approval = round.colleagues_approved_by !== 'nobody' && is_own
  const { refused_text } = round
  const manages = useManages(round.organisation_id) || is_own
  const { remove } = useRecordActions('devfeedback', { page: paths.feedbackRound, list: paths.feedbackRounds })
  const results = (
    <Section title={t('cpd:feedback.results')} apart={open}>
      {shown ? (
        <Results id={id} />
      ) : (
        <Text c="dimmed">{t(open ? 'cpd:feedback.resultsOpen' : 'cpd:feedback.resultsFew')}</Text>
      )}
    </Section>
  )
  return (
    <RecordFrame
      title={template}
      state={<RoundState round={round} />}
      facts={[
        [t('cpd:fields.devfeedback.person'), person],
        [t('cpd:feedback.until'), open && day(closes_on)],
        [t('cpd:feedback.asked'), String(asked)],
        [t('cpd:feedback.answered'), String(answered)],
      ]}
    >
      {open && proposed_at && <Proposed round={round} decides={may_approve} is_own={is_own} />}
      {open && refused_text && manages && (
        <Notice tone="attention" title={t('cpd:feedback.refused')}>
          <LinkedText text={refused_text} plain />
        </Notice>
      )}
      {open && manages && !(approval && proposed_at) && <InviteColleagues round={round} approval={approval} />}
      {!open && results}
      {manages && asked > 0 && <Colleagues round={round} is_own={is_own} />}
      {open && asked > 0 && results}
      {manages && answered === 0 && <RemoveSection run={() => remove(id)} />}
    </RecordFrame>
  )
}
