//! Texts of the game in Hebrew and Persian. `parlor_core::translation` describes the keys.

use parlor_core::Translation;

pub(crate) fn translations() -> Vec<Translation> {
    let hebrew = &[
        ("title", "פריצה"),
        ("about", "מי ראשון יגיע עם חייל לשורה הרחוקה."),
        ("goal", "הגיעו לשורה הרחוקה עם חייל אחד, או הכו את כל חיילי היריב."),
        ("rule-1", "חייל צועד משבצת אחת קדימה, ישר או באלכסון."),
        ("rule-2", "מכים באלכסון בלבד."),
        ("breakthrough-turn", "התור של {side}."),
        ("breakthrough-win", "{side} פורץ ומנצח."),
        ("breakthrough-last-pawn", "{side} הכה את כל החיילים ומנצח."),
        ("breakthrough-step", "{from} אל {to}"),
    ];
    let persian = &[
        ("title", "رخنه"),
        ("about", "پیاده‌ای را زودتر به ردیف دور برسانید."),
        ("goal", "با یک پیاده به ردیف دور برسید، یا همهٔ پیاده‌های حریف را بزنید."),
        ("rule-1", "پیاده یک خانه به جلو می‌رود، مستقیم یا مورب."),
        ("rule-2", "زدن فقط مورب است."),
        ("breakthrough-turn", "نوبت {side}."),
        ("breakthrough-win", "{side} رخنه کرد و برنده شد."),
        ("breakthrough-last-pawn", "{side} همهٔ پیاده‌ها را زد و برنده شد."),
        ("breakthrough-step", "{from} به {to}"),
    ];
    vec![Translation::new("he", hebrew), Translation::new("fa", persian)]
}
