import { useEffect, useEffectEvent, useState } from 'react';
import { currentSession } from './session.ts';
import { readWork, removeWork, writeWork } from './storage.ts';
import { registerWork } from './unsaved-work.ts';

/**
 * Keeps an input that is not sent yet over a sign-out. The same person finds it in this browser again, and nobody else does.
 *
 * @param place names the input among those of the console.
 * @param value undefined while there is nothing to keep.
 * @param restore takes the input that was left. It is not called once there is another one.
 * @param options.overClosing keeps it also when the component goes, such as a drawer that Escape closes.
 */
export function useKeptInput<Value>(
  place: string,
  value: Value | undefined,
  restore: (left: Value) => void,
  { overClosing = false } = {},
) {
  const [key] = useState(() => `input:${currentSession().userId}:${place}`);
  const read = useEffectEvent(() => value);
  const give = useEffectEvent(restore);
  useEffect(() => {
    let isOpen = true;
    const take = async () => {
      const left = await readWork<Value>(key);
      if (left === undefined || !isOpen || read() !== undefined) return;
      give(left);
      await removeWork(key);
    };
    take().catch(() => undefined);
    const keep = async () => {
      const left = read();
      if (left !== undefined) await writeWork(key, left);
      return true;
    };
    const stop = registerWork('here', keep);
    return () => {
      isOpen = false;
      stop();
      // Without room for it, the input is lost as before.
      if (overClosing) keep().catch(() => undefined);
    };
  }, [key, overClosing]);
}
