import { Textarea, type TextareaProps } from '@mantine/core'

/** Some sentences: it grows with them. @param max characters */
export function WordsField({ value, change, max, ...props }: Props) {
  return (
    <Textarea
      autosize
      minRows={3}
      {...props}
      value={value}
      maxLength={max}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  )
}

type Props = Omit<TextareaProps, 'value' | 'onChange' | 'maxLength'> & {
  value: string
  change: (value: string) => void
  max: number
}
