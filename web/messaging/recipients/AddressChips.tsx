import { Pill, PillsInput } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../kit/ui/Icon.tsx'
import classes from './AddressChips.module.css'
import { AddressWarnings } from './AddressWarnings.tsx'
import { typedAddresses } from './typedAddresses.ts'
import { type Answer, isTrouble, useRecipientCheck } from './useRecipientCheck.ts'

/** A list of addresses, separated by commas, as chips with their state of consent; the last is being typed. */
export function AddressChips({
  organisation_id,
  channel,
  value = '',
  onChange,
  label,
  description,
  error,
  name,
}: Props) {
  const [finished, setFinished] = useState(() => split(value))
  const [typed, setTyped] = useState('')
  const answers = useRecipientCheck({ organisation_id, channel, text: value })
  const change = (addresses: string[], last: string) => {
    const unique = [...new Set(addresses)]
    setFinished(unique)
    setTyped(last)
    onChange([...unique, last.trim()].filter(Boolean).join(', '))
  }
  const type = (text: string) => {
    const parts = text.split(/[,;\n]/)
    change(
      [
        ...finished,
        ...parts
          .slice(0, -1)
          .map((part) => part.trim())
          .filter(Boolean),
      ],
      parts.at(-1)!.trimStart(),
    )
  }
  // What is no address yet stays where it can be corrected.
  const finish = () => typedAddresses(channel, typed).length > 0 && change([...finished, typed.trim()], '')
  return (
    <>
      <PillsInput label={label} description={description} error={error}>
        <Pill.Group>
          {finished.map((address) => (
            <Chip
              key={address}
              address={address}
              state={answers && stateOf(answers.find((each) => isSame(each.address, address)))}
              remove={() =>
                change(
                  finished.filter((each) => each !== address),
                  typed,
                )
              }
            />
          ))}
          <PillsInput.Field
            name={name}
            aria-label={typeof label === 'string' ? label : undefined}
            spellCheck={false}
            autoCapitalize="none"
            value={typed}
            onChange={(event) => type(event.currentTarget.value)}
            onBlur={finish}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && typed) {
                event.preventDefault()
                finish()
              } else if (event.key === 'Backspace' && typed === '' && finished.length > 0) {
                event.preventDefault()
                change(finished.slice(0, -1), finished.at(-1)!)
              }
            }}
          />
        </Pill.Group>
      </PillsInput>
      <AddressWarnings organisation_id={organisation_id} channel={channel} text={value} />
    </>
  )
}

function Chip({ address, state, remove }: { address: string; state: State | undefined; remove: () => void }) {
  const { t } = useTranslation()
  return (
    <Pill
      className={classes.chip}
      data-state={state}
      title={state && t(`messaging:recipients.states.${state}`)}
      withRemoveButton
      removeButtonProps={{
        'aria-label': t('messaging:recipients.remove', { address }),
        'aria-hidden': false,
        tabIndex: 0,
      }}
      onRemove={remove}
    >
      {state && <Icon of={icons[state]} />}
      {address}
    </Pill>
  )
}

const split = (text: string) =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)

/** Numbers are compared without what people put between digits. */
const isSame = (a: string, b: string) => plain(a) === plain(b)
const plain = (address: string) => address.toLowerCase().replaceAll(/[\s().-]/g, '')

function stateOf(answer: Answer | undefined): State {
  if (!answer) return 'agreed'
  return isTrouble(answer) ? 'trouble' : answer.confirmation === 'new' ? 'new' : 'waiting'
}

const icons = { agreed: IconCheck, 'new': IconClock, waiting: IconClock, trouble: IconAlertTriangle }

type State = keyof typeof icons
type Props = {
  organisation_id: number
  channel: 'email' | 'sms'
  /** Separated by commas. */
  value?: string
  onChange: (value: string) => void
  label: ReactNode
  description?: ReactNode
  error?: ReactNode
  name: string
}
