import { ActionIcon, Group, Textarea } from '@mantine/core'
import { IconBold, IconHeading, IconItalic, IconLink, IconList } from '@tabler/icons-react'
import { type KeyboardEvent, useDeferredValue, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Shared } from '../forms/shared.ts'
import { Icon } from '../ui/Icon.tsx'
import { type Format, formatSelection, formats } from './formats.ts'
import Markdown from './Markdown.tsx'
import classes from './MarkdownField.module.css'

/** Text in Markdown, with its preview. Ctrl+B and Ctrl+I are bold and italic. */
export default function MarkdownField({ value, onChange, beside = false, ...shared }: Props) {
  const { t } = useTranslation()
  const { label } = shared
  const id = useId()
  const input = useRef<HTMLTextAreaElement>(null)
  // A long text is typed without waiting for its preview.
  const shown = useDeferredValue(value)
  const apply = (format: Format) => input.current && formatIn(input.current, format)
  const onKeyDown = (event: KeyboardEvent) => {
    const format = (event.ctrlKey || event.metaKey) && !event.altKey && keys[event.key.toLowerCase()]
    if (!format) return
    event.preventDefault()
    apply(format)
  }
  const toolbar = (
    <Group gap={4} mb={6} role="toolbar" aria-label={t('form.markdown.toolbar', { label })} aria-controls={id}>
      {formats.map((format) => (
        <ActionIcon
          key={format}
          variant="default"
          aria-label={t(`form.markdown.${format}`)}
          title={t(`form.markdown.${format}`)}
          // Keeps the selection of the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => apply(format)}
        >
          <Icon of={icons[format]} />
        </ActionIcon>
      ))}
    </Group>
  )
  return (
    <div className={classes.field} data-beside={beside || undefined}>
      <Textarea
        {...shared}
        ref={input}
        id={id}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        inputContainer={(children) => (
          <>
            {toolbar}
            {children}
          </>
        )}
        autosize
        minRows={beside ? 16 : 5}
        maxRows={beside ? 32 : 20}
      />
      {shown.trim() && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long preview is scrolled by keyboard
        <section className={classes.preview} aria-label={t('form.markdown.preview', { label })} tabIndex={0}>
          <Markdown text={shown} />
        </section>
      )}
    </div>
  )
}

/** Replaces text as if it were typed, so that it can be undone. */
function formatIn(input: HTMLTextAreaElement, format: Format) {
  const { from, to, insert, select } = formatSelection(format, input.value, input.selectionStart, input.selectionEnd)
  input.focus()
  input.setSelectionRange(from, to)
  // Deprecated, and still the only call that keeps the browser's undo history.
  document.execCommand('insertText', false, insert)
  input.setSelectionRange(...select)
}

const keys: Record<string, Format> = { b: 'bold', i: 'italic' }

const icons = { bold: IconBold, italic: IconItalic, heading: IconHeading, list: IconList, link: IconLink }

type Props = Shared & {
  value: string
  onChange: (value: string) => void
  /** Whether the preview stands beside the text where there is room: for long texts. */
  beside?: boolean
}
