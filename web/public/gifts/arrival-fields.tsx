import type { ComponentProps } from "react";
import { giftDayText, RIGHT_AWAY } from "#domain/rules/gift-delivery.ts";
import { TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { ChoiceRadio } from "../paypal/plan-radio.tsx";
import type { Days } from "./gift-form.ts";

type ArrivalFieldsProps = {
  deliverOn: string | null;
  timezone: string;
  days: Days;
  onChoose: (deliverOn: string | null) => void;
  day: Partial<ComponentProps<typeof TextField>>;
  zone: Omit<ComponentProps<typeof SelectField>, "label">;
};

/** "When should it arrive?": right away, or at the hour of a day. Only the day asks for the recipient's zone. */
export function ArrivalFields({ deliverOn, timezone, days, onChoose, day, zone }: ArrivalFieldsProps) {
  const isOnADay = deliverOn !== null;
  return (
    <>
      <fieldset className="grid gap-x-5 gap-y-3 sm:grid-cols-2">
        <legend className="mb-2 text-sm font-semibold semi-wide">When should it arrive?</legend>
        <ChoiceRadio name="arrives" value="now" isChosen={!isOnADay} onChoose={() => onChoose(null)}>
          <span className="grid min-w-0 gap-0.5">
            <span className="font-bold semi-wide">{RIGHT_AWAY}</span>
            <span className="text-muted text-sm">As soon as you've paid</span>
          </span>
        </ChoiceRadio>
        <ChoiceRadio name="arrives" value="day" isChosen={isOnADay} onChoose={() => onChoose(days.firstDay)}>
          <span className="grid min-w-0 gap-0.5">
            <span className="font-bold semi-wide">On a day you choose</span>
            <span className="text-muted text-sm">At 6 AM their time</span>
          </span>
        </ChoiceRadio>
      </fieldset>
      {isOnADay && (
        <div className="grid animate-fade items-start gap-5 sm:grid-cols-2">
          <TextField
            label="Arrives on"
            type="date"
            min={days.firstDay}
            max={days.lastDay}
            hint={
              deliverOn >= days.firstDay && deliverOn <= days.lastDay ? giftDayText(deliverOn, timezone) : undefined
            }
            {...day}
          />
          <SelectField label="Their time zone" {...zone} />
        </div>
      )}
    </>
  );
}
