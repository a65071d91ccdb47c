import { ActionIcon, Button, Input, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../kit/ui/Icon.tsx'
import classes from './Fields.module.css'

/** A short table of two columns, whose lines are added and removed. */
export function Lines<Line>({ label, text, heads, lines, error, empty, most, add, draw, onChange }: Props<Line>) {
  const { t } = useTranslation()
  return (
    <Input.Wrapper label={label} description={text} error={error} labelElement="div">
      <div className={classes.lines}>
        {lines.length > 0 && (
          <div className={`${classes.line} ${classes.heads}`} aria-hidden>
            {heads.map((head) => (
              <span key={head}>{head}</span>
            ))}
          </div>
        )}
        {lines.map((line, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
          <div key={i} className={classes.line}>
            {draw(line, (changed) => onChange(lines.map((each, j) => (i === j ? changed : each))), i + 1)}
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('tracking:sensors.remove', { line: i + 1 })}
              onClick={() => onChange(lines.filter((_, j) => i !== j))}
            >
              <Icon of={IconX} />
            </ActionIcon>
          </div>
        ))}
        {lines.length < most && (
          <Text component="div">
            <Button variant="default" size="xs" onClick={() => onChange([...lines, empty])}>
              {add}
            </Button>
          </Text>
        )}
      </div>
    </Input.Wrapper>
  )
}

type Props<Line> = {
  label: string
  text: string
  heads: [string, string]
  lines: Line[]
  error?: string | false
  /** A line that is added. */
  empty: Line
  most: number
  add: string
  draw: (line: Line, change: (line: Line) => void, number: number) => ReactNode
  onChange: (lines: Line[]) => void
}
