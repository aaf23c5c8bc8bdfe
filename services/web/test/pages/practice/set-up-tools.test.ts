// @vitest-environment happy-dom
import { create } from '@bufbuild/protobuf';
import { beforeAll, expect, it } from 'vitest';
import { type Position, parsePosition } from '../../../page/src/domain/placement';
import { VariantSchema } from '../../../page/src/gen/corners/game/v1/variant_pb';
import '../../../page/src/pages/practice/set-up-tools';
import { speak } from '../../../page/src/texts';

beforeAll(() => speak('en'));

it.each(['0', '81', '1.5', '-3', 'x', ''])(
  'a move number that is none is said to be wrong, and not used: %j',
  async (text) => {
    const tools = document.createElement('corners-set-up-tools');
    const variant = create(VariantSchema, { boardSize: 8, pieces: 9, moveLimit: 80 });
    tools.variant = variant;
    tools.position = parsePosition('8/8/8/8/8/8/8/8 w 7');
    const told: Position[] = [];
    tools.addEventListener('corners-set-up', (event) => told.push((event as CustomEvent<Position>).detail));
    document.body.append(tools);
    await tools.updateComplete;
    const field = tools.shadowRoot?.querySelector<HTMLInputElement>('#number');
    if (!field) throw new Error('there is no field for the move number');
    const write = async (written: string) => {
      field.value = written;
      field.dispatchEvent(new InputEvent('input'));
      await tools.updateComplete;
    };
    await write(text);
    expect([field.getAttribute('aria-invalid'), field.value, tools.isNumberWrong, told.length]).toEqual([
      'true',
      text,
      true,
      0,
    ]);
    expect(tools.shadowRoot?.querySelector('#number-told')?.textContent?.trim()).toBe(
      'Enter a whole number from 1 to 80.',
    );
    await write('80');
    expect([field.getAttribute('aria-invalid'), tools.isNumberWrong, told.at(-1)?.moveNumber]).toEqual([
      'false',
      false,
      80,
    ]);
    tools.remove();
  },
);
