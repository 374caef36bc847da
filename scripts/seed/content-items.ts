function paragraphs(...lines: string[]): string {
  return lines.join("\n\n");
}

/** Texts for the seeded days, our own, used in rotation. Some have transcripts. */
export const CONTENT_ITEMS: readonly { title: string; description: string; transcript?: string }[] = [
  {
    title: "Strike First",
    description:
      "The day has not decided what it is yet. You have. Feet on the floor before the second thought, shoulders back, one deep breath, and the first move is yours.",
    transcript: paragraphs(
      "Good morning. Before you answer anyone, before you look at anything, put both feet on the floor.",
      "Feel that? That is the first decision of the day, and it was yours.",
      "Now roll your shoulders back. Breathe in for four. Hold it. And let it go, slowly, like you have all the time in the world.",
      "The day has not decided what it is yet. You have. Pick one move, a small one, and make it before the second thought shows up.",
      "Stand up. Strike first.",
    ),
  },
  {
    title: "Voltage Over Comfort",
    description:
      "Comfort keeps you warm and keeps you where you are. Ninety seconds of current to get you out from under it and into the cold, clear part of the morning.",
  },
  {
    title: "Nobody Is Coming",
    description:
      "And that is the good news. No rescue, no permission slip, no perfect Monday. Today we turn waiting into walking.",
  },
  {
    title: "The First Rep",
    description:
      "Momentum does not arrive, it is built, one small heavy rep at a time. Pick the task you dodged yesterday and lift it before breakfast.",
  },
  {
    title: "Burn the Snooze",
    description:
      "Nine more minutes never changed a life. Take them back, spend them standing up, and feel what it is like to be ahead of your own day.",
  },
  {
    title: "Loud Heart, Quiet Mouth",
    description:
      "Talk less about the plan. Let the work be the announcement. This session is for the ones who are done explaining.",
  },
  {
    title: "Make It Ugly",
    description:
      "A rough draft on paper beats a masterpiece in your head. Start badly, start early, and let the second hour clean up after the first.",
  },
  {
    title: "Thunder Before Sunrise",
    description:
      "While the street sleeps you are already in motion. Hear the low end roll in, and let it carry you through the first hard thing.",
    transcript: paragraphs(
      "Quiet street. Dark windows. Everybody sleeps, and you are already in motion.",
      "Hear it, low and far away. That is the drum. Let it roll in under your ribs.",
      "With every beat, one part of you wakes. Feet. Legs. Back. Hands. Eyes.",
      "The first hard thing of the day is on its way. Good. Meet it at the door.",
      "When the sun comes up, it will find you working. That is thunder before sunrise.",
    ),
  },
  {
    title: "Scar Tissue",
    description:
      "What broke you once is stronger there now. We name one old failure today, thank it for the lesson, and put it to work.",
  },
  {
    title: "Own the Room You Are In",
    description:
      "Forget the stage you wish you had. Bring everything to the kitchen table, the cubicle, the cab of the truck. Presence first, place later.",
  },
  {
    title: "Discipline Is a Love Letter",
    description:
      "To the person you will be in a year. Write one line of it this morning: the run, the page, the call you owe.",
  },
  {
    title: "Kill the Maybe",
    description:
      "Maybe is where dreams go to be polite. Choose yes or choose no, out loud, and free up the voltage you were spending on the fence.",
    transcript: paragraphs(
      "There is a maybe in your life. You know which one.",
      "It costs you a little every day: a little sleep, a little courage, a little light.",
      "Today you decide. Yes, or no. Both are clean. Both set you free.",
      "Take a breath, as deep as it goes. When it leaves, say the word out loud.",
      "There. Hear how quiet it is now? That is the voltage you were spending on the fence.",
    ),
  },
  {
    title: "Cold Water Courage",
    description:
      "The shock lasts three seconds, the pride lasts all day. Step in, breathe out, and notice how small the next fear looks.",
  },
  {
    title: "Outwork Your Doubt",
    description:
      "You will not argue doubt away. You can exhaust it. Give it an hour of honest effort and see which of you is still standing.",
  },
  {
    title: "Steel in the Spine",
    description:
      "Stand like you mean it. Posture is a decision your body makes before your mind agrees; today the body leads.",
  },
  {
    title: "Fuel, Not Poison",
    description:
      "Anger, envy, heartbreak: all of it burns. Pour it into the engine instead of into your chest, and drive.",
  },
  {
    title: "Ten Percent More",
    description:
      "Not double, not heroic. Ten percent more effort than yesterday, on one thing, all day long. Compound interest wears work boots.",
  },
  {
    title: "Silence the Committee",
    description:
      "The voices that vote on your life have never lived it. Thank them, adjourn the meeting, and take the decision yourself.",
  },
  {
    title: "Run Toward It",
    description:
      "The thing you keep circling is the thing. Look at it once, square on, then move your feet before your excuses find their shoes.",
  },
  {
    title: "Built at Five",
    description:
      "Anybody can be brave at noon. What you do in the dark, unseen and unliked, is the part that lasts. Welcome to the workshop.",
  },
  {
    title: "Second Wind",
    description:
      "The wall you hit is a door that opens late. Stay on the drum, breathe with the count, and go through when it gives.",
    transcript: paragraphs(
      "Somewhere out there today is a wall. You have met it before. You turned around.",
      "This time you stay on the drum. Breathe in, two, three, four. Breathe out, two, three, four.",
      "The wall is a door that opens late. It opens for whoever is still there.",
      "So when your legs say stop, you count one more round. Just one. Then you ask again.",
      "In, two, three, four. Out. Here it comes. There is your second wind.",
    ),
  },
  {
    title: "Hunger Is a Compass",
    description:
      "You know what you want by what you cannot stop thinking about. Follow it for one hour today without apologizing.",
  },
  {
    title: "Drop the Armor",
    description:
      "Strength that never softens cracks. One honest sentence to someone who matters, before the day gets loud.",
  },
  {
    title: "Lightning Has No Snooze",
    description:
      "It does not warm up and it does not ask the weather. Four minutes of charge, one clean strike at the task in front of you.",
  },
  {
    title: "Earn the Coffee",
    description:
      "Twenty push-ups, ten lines, one bed made. Pay the morning first and let the cup taste like something you won.",
  },
  {
    title: "No Spectators",
    description:
      "Your life is not a show you watch from the good seats. Get down on the field, get dirty, and be counted.",
  },
  {
    title: "Grip",
    description:
      "Hold on for one breath longer than you think you can. Then one more. That is the entire secret, and it is enough for today.",
  },
  {
    title: "Ember to Blaze",
    description:
      "You do not need a bonfire to begin. You need the one coal that stayed alive overnight, and the nerve to blow on it.",
  },
  {
    title: "Unreasonable Morning",
    description:
      "Reasonable people are asleep. Do one gloriously unreasonable thing before nine and let the rest of the day try to keep up.",
  },
  {
    title: "Finish Line Eyes",
    description:
      "See the end before the start: what is done, who is proud, how it feels. Then bring your eyes back down and take the next step.",
  },
  {
    title: "Rise Like You Promised",
    description:
      "Last night you made a promise to this morning. Keep it. Nothing builds trust in yourself like being where you said you would be.",
    transcript: paragraphs(
      "Last night you made a promise to this morning. Here it is. It kept its side.",
      "You do not need to be great today. You need to be where you said you would be.",
      "Sit up. Feet down. Hand on your chest for one breath: that is who you keep faith with.",
      "Every kept promise is a brick. Nobody sees the wall go up. They only notice, one day, that you stand behind something.",
      "Rise, like you promised.",
    ),
  },
];
