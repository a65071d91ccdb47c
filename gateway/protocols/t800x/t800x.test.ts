import { describeFrames } from '../../../tests/gateway/protocols/frames/protocol.ts'
import { t800x } from './index.ts'

describeFrames(t800x)
