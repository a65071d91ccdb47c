import { ActionIcon, CloseButton, Popover, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { type ComponentProps, type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../ui/Icon.tsx'
import classes from './Dates.module.css'
import { useTyped } from './useTyped.ts'

// Its library is loaded when it is opened.
const Calendar = lazy(() => import('./Calendar.tsx'))

/**
 * A day, `2026-11-24`, or with its time, `2026-11-24T08:00`; '' for none. It is shown in the person's format, and may be
 * typed in any, or chosen in a calendar.
 *
 * @param min the first day, or moment, that may be chosen; `max` the last
 * @param required it cannot be cleared
 */
export function DateInput(props: Props) {
  const { value, onChange, with_time = false, min, max, required = false, error, ...input } = props
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const typed = useTyped({ value, onChange, with_time, min, max, required })
  const clearable = !required && value !== ''
  const close = () => {
    setOpened(false)
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') typed.leave()
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    typed.leave()
    setOpened(true)
  }
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" shadow="md" withRoles={false}>
      <Popover.Target>
        <TextInput
          placeholder={with_time ? t('dates.momentHint') : t('dates.dayHint')}
          autoComplete="off"
          {...input}
          ref={field}
          error={error || typed.error}
          value={typed.text}
          onChange={(event) => typed.type(event.currentTarget.value)}
          onBlur={typed.leave}
          onKeyDown={onKeyDown}
          rightSectionWidth={clearable ? 64 : 36}
          rightSection={
            <div className={classes.buttons}>
              {clearable && (
                <CloseButton
                  size="sm"
                  aria-label={t('dates.clear')}
                  onClick={() => [typed.choose(''), field.current?.focus()]}
                />
              )}
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('dates.choose')}
                aria-haspopup="dialog"
                aria-expanded={opened}
                onClick={() => setOpened((before) => !before)}
              >
                <Icon of={IconCalendar} />
              </ActionIcon>
            </div>
          }
        />
      </Popover.Target>
      <Dropdown
        opened={opened}
        close={close}
        value={value}
        with_time={with_time}
        min={min?.slice(0, 10)}
        max={max?.slice(0, 10)}
        today={typed.today}
        onChange={(local) => {
          typed.choose(local)
          if (!with_time) close()
        }}
      />
    </Popover>
  )
}

function Dropdown({ opened, close, ...calendar }: { opened: boolean; close: () => void } & CalendarProps) {
  const { t } = useTranslation()
  return (
    <Popover.Dropdown
      role="dialog"
      aria-label={t('dates.calendar')}
      // What it lies in, such as a menu of filters, stays open.
      onMouseDown={(event) => event.stopPropagation()}
      onTouchStart={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        close()
      }}
    >
      <Suspense fallback={<div className={classes.waiting} aria-hidden="true" />}>
        {opened && <Calendar {...calendar} />}
      </Suspense>
    </Popover.Dropdown>
  )
}

type CalendarProps = ComponentProps<typeof Calendar>
type Props = Omit<TextInputProps, 'value' | 'onChange' | 'min' | 'max' | 'type'> & {
  value: string
  onChange: (local: string) => void
  with_time?: boolean
  min?: string | undefined
  max?: string | undefined
}
