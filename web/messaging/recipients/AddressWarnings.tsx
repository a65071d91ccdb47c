import { Anchor, Box, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { post } from '../../core/api.ts'
import { queries } from '../../core/queries.ts'
import { useAction } from '../../kit/actions/useAction.ts'
import { keys } from '../keys.ts'
import { type Answer, isTrouble, type RecipientCheck, useRecipientCheck } from './useRecipientCheck.ts'

/** Warnings about addresses while they are typed: bounced, unsubscribed or not confirmed. */
export function AddressWarnings({ organisation_id, channel, text }: RecipientCheck) {
  const { t } = useTranslation()
  const data = useRecipientCheck({ organisation_id, channel, text }) ?? []
  return (
    // Rendered while empty, so that screen readers announce later changes; takes no space until then.
    <Box role="status" mt={data.length > 0 ? -8 : 'calc(-1 * var(--mantine-spacing-md))'}>
      {data.map((answer) => (
        <Text key={answer.address} size="sm" c={isTrouble(answer) ? 'var(--outside)' : 'dimmed'}>
          {t(sentenceOf(channel, answer), { address: answer.address })}
          {canBeAsked(answer) && <AskAgain organisation_id={organisation_id} channel={channel} answer={answer} />}
        </Text>
      ))}
    </Box>
  )
}

function AskAgain({
  organisation_id,
  channel,
  answer: { address },
}: Omit<RecipientCheck, 'text'> & { answer: Answer }) {
  const { t } = useTranslation()
  const { run } = useAction()
  const ask = () =>
    run(async () => {
      const { message } = await post<null>('recipient/ask', { organisation_id, channel, address })
      await queries.invalidateQueries({ queryKey: keys.recipientChecks() })
      return message ?? t('messaging:recipients.asked', { address })
    }, String)
  return (
    <>
      {' '}
      <Anchor component="button" type="button" size="sm" onClick={ask}>
        {t('messaging:recipients.askAgain')}
      </Anchor>
    </>
  )
}

const sentenceOf = (channel: RecipientCheck['channel'], { bounced, unsubscribed, confirmation }: Answer) => {
  if (bounced) return `messaging:recipients.bounced.${channel}` as const
  if (unsubscribed) return 'messaging:recipients.unsubscribed' as const
  return `messaging:recipients.${confirmation === 'agreed' ? 'new' : confirmation}` as const
}

/** At most once a day. */
const canBeAsked = ({ confirmation, asked_at }: Answer) =>
  confirmation === 'waiting' && asked_at !== null && Date.now() - Date.parse(asked_at) > 86_400_000
